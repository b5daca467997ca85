#!/usr/bin/env python3
"""Compares the Python front end with CPython's ast over whole trees.

    compare_ast.py TOOL TREE...

TOOL is dump_python_facts. For every .py file that CPython accepts, both sides print the same lines
(one per call, attribute, name, literal, import, scope, parameter, binding, store, and the guards of
each call) and the multisets of lines must be equal. Exit code 1 when a file differs.

Not compared, because CPython's tree does not say it: positions inside f-strings (wrong before 3.12),
the extent of generator expressions that are a call's only argument, patterns of match statements.
"""

import ast
import collections
import os
import re
import subprocess
import sys
import warnings

SHOWN_FILES = 20
SHOWN_LINES = 12


class SourceMap:
    """Offsets in bytes from ast's lines and columns."""

    def __init__(self, data):
        self.data = data
        self.starts = [0] + [m.end() for m in re.finditer(rb"\r\n|\r|\n", data)]
        self.bom = 3 if data.startswith(b"\xef\xbb\xbf") else 0

    def offset(self, line, column):
        return self.starts[line - 1] + column + (self.bom if line == 1 else 0)

    def begin(self, node):
        return self.offset(node.lineno, node.col_offset)

    def end(self, node):
        return self.offset(node.end_lineno, node.end_col_offset)

    def span(self, node):
        return "-" if node is None else f"{self.begin(node)}:{self.end(node)}"


def is_exit_call(node):
    if not isinstance(node, ast.Call):
        return False
    callee = node.func
    if isinstance(callee, ast.Name):
        return callee.id in ("exit", "quit")
    return (
        isinstance(callee, ast.Attribute)
        and isinstance(callee.value, ast.Name)
        and callee.value.id in ("sys", "os")
        and callee.attr in ("exit", "_exit", "abort")
    )


def leaves(body):
    return any(statement_leaves(statement) for statement in body)


def statement_leaves(node):
    if isinstance(node, (ast.Return, ast.Raise, ast.Continue, ast.Break)):
        return True
    if isinstance(node, ast.Expr):
        return is_exit_call(node.value)
    if isinstance(node, ast.If):
        return bool(node.orelse) and leaves(node.body) and leaves(node.orelse)
    if isinstance(node, (ast.With, ast.AsyncWith)):
        return leaves(node.body)
    if isinstance(node, (ast.Try, getattr(ast, "TryStar", ast.Try))):
        through = leaves(node.body) or leaves(node.orelse)
        return leaves(node.finalbody) or (
            through and all(leaves(handler.body) for handler in node.handlers)
        )
    return False


def is_text(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes))


def is_condition(node):
    return any(isinstance(n, (ast.Name, ast.Attribute, ast.Call)) for n in ast.walk(node))


class Printer:
    """Walks a module and collects the lines. `guards` is a linked list (text, outer)."""

    def __init__(self, data):
        self.source = SourceMap(data)
        self.lines = []
        self.scope = "<module>"
        self.guards = None
        self.in_fstring = False

    def emit(self, *parts):
        self.lines.append(" ".join(str(part) for part in parts))

    # ---- statements

    def body(self, statements):
        outer = self.guards
        for statement in statements:
            self.statement(statement)
        self.guards = outer

    def guarded(self, guard, statements):
        outer = self.guards
        self.guards = (guard, outer)
        self.body(statements)
        self.guards = outer

    def statement(self, node):
        method = getattr(self, "do_" + type(node).__name__, None)
        if method:
            method(node)
        else:
            for child in ast.iter_child_nodes(node):
                self.expression(child)

    def do_If(self, node):
        outer = self.guards
        tests = []  # of the leading clauses that leave
        leading = True
        has_elif = False
        while True:
            self.expression(node.test)
            test = self.source.span(node.test)
            self.guarded("if=" + test, node.body)
            leading = leading and leaves(node.body)
            if leading:
                tests.append(test)
            rest = node.orelse
            is_elif = (
                len(rest) == 1
                and isinstance(rest[0], ast.If)
                and self.source.data.startswith(b"elif", self.source.begin(rest[0]))
            )
            if not is_elif:
                break
            self.guards = ("else=" + test, self.guards)
            node = rest[0]
            has_elif = True
        if rest:
            self.guarded("else=" + test, rest)
        self.guards = outer
        for leaving in tests:
            self.guards = ("after=" + leaving, self.guards)
        if rest and not has_elif and leaves(rest) and not tests:
            self.guards = ("if=" + test, self.guards)

    def do_While(self, node):
        self.expression(node.test)
        self.guarded("while=" + self.source.span(node.test), node.body)
        self.body(node.orelse)

    def do_For(self, node):
        self.expression(node.target)
        self.expression(node.iter)
        self.bind_target("for", node.target, node.iter)
        self.body(node.body)
        self.body(node.orelse)

    do_AsyncFor = do_For

    def do_With(self, node):
        outer = self.guards
        for item in node.items:
            self.expression(item.context_expr)
            if item.optional_vars is not None:
                self.expression(item.optional_vars)
                self.bind_target("with", item.optional_vars, item.context_expr)
        for item in node.items:
            self.guards = ("with=" + self.source.span(item.context_expr), self.guards)
        self.body(node.body)
        self.guards = outer

    do_AsyncWith = do_With

    def do_Try(self, node):
        handlers = "".join("/" + self.source.span(h.type) for h in node.handlers)
        self.guarded("try" + handlers, node.body)
        for handler in node.handlers:
            if handler.type is not None:
                self.expression(handler.type)
            if handler.name:
                self.emit("bind", self.scope, "except", handler.name)
            self.guarded("except=" + self.source.span(handler.type), handler.body)
        self.body(node.orelse)
        self.body(node.finalbody)

    do_TryStar = do_Try

    def do_Match(self, node):
        self.expression(node.subject)
        for case in node.cases:
            outer = self.guards
            for pattern in ast.walk(case.pattern):
                name = getattr(pattern, "name", None) or getattr(pattern, "rest", None)
                if name:
                    self.emit("bind", self.scope, "capture", name)
            self.guards = ("case", outer)
            if case.guard is not None:
                self.expression(case.guard)
                self.guards = ("if=" + self.source.span(case.guard), self.guards)
            self.body(case.body)
            self.guards = outer

    def do_FunctionDef(self, node):
        self.define(node, "function", 0, node.returns)
        arguments = node.args
        positional = arguments.posonlyargs + arguments.args
        defaults = [None] * (len(positional) - len(arguments.defaults)) + arguments.defaults
        name = self.qualified(node.name)
        for i, (parameter, default) in enumerate(zip(positional, defaults)):
            kind = "posonly" if i < len(arguments.posonlyargs) else "positional"
            self.parameter(name, parameter, kind, default)
        if arguments.vararg:
            self.parameter(name, arguments.vararg, "args", None)
        for parameter, default in zip(arguments.kwonlyargs, arguments.kw_defaults):
            self.parameter(name, parameter, "kwonly", default)
        if arguments.kwarg:
            self.parameter(name, arguments.kwarg, "kwargs", None)
        if node.returns is not None:
            self.expression(node.returns)
        self.inner(node)

    do_AsyncFunctionDef = do_FunctionDef

    def do_ClassDef(self, node):
        self.define(node, "class", len(node.bases) + len(node.keywords), None)
        for base in node.bases + node.keywords:
            self.expression(base)
        self.inner(node)

    def define(self, node, kind, bases, returns):
        for decorator in node.decorator_list:
            self.expression(decorator)
        prefix = "async " if isinstance(node, ast.AsyncFunctionDef) else ""
        self.emit(
            f"scope {prefix}{kind} {self.qualified(node.name)} end {self.source.end(node)}",
            f"decorators {len(node.decorator_list)} bases {bases}",
            f"returns {self.source.span(returns)}",
        )
        self.emit("bind", self.scope, "class" if kind == "class" else "def", node.name)

    def parameter(self, function, node, kind, default):
        self.emit(
            f"parameter {function} {node.arg} {self.source.begin(node)} {kind}",
            f"annotation {self.source.span(node.annotation)}",
            f"default {self.source.span(default)}",
        )
        for expression in (node.annotation, default):
            if expression is not None:
                self.expression(expression)

    def qualified(self, name):
        return name if self.scope == "<module>" else self.scope + "." + name

    def inner(self, node):
        outer = self.scope
        self.scope = self.qualified(node.name)
        self.docstring(node)
        self.body(node.body)
        self.scope = outer

    def docstring(self, node):
        if node.body and isinstance(node.body[0], ast.Expr):
            value = node.body[0].value
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                self.emit("docstring", self.source.begin(value), self.source.end(value))

    def do_Expr(self, node):
        if not is_text(node.value):
            self.expression(node.value)

    def do_Assign(self, node):
        for target in node.targets:
            self.expression(target)
            self.bind_target("assign", target, node.value)
        self.expression(node.value)

    def do_AnnAssign(self, node):
        self.expression(node.target)
        self.expression(node.annotation)
        if node.value is not None:
            self.expression(node.value)
        self.bind_target("assign", node.target, node.value, node.annotation)

    def do_AugAssign(self, node):
        self.expression(node.target)
        self.expression(node.value)
        self.bind_target("augmented", node.target, node.value)

    def do_Delete(self, node):
        for target in node.targets:
            self.expression(target)
            self.bind_target("delete", target, None)

    def do_Global(self, node):
        for name in node.names:
            self.emit("bind", self.scope, "global", name)

    do_Nonlocal = do_Global

    def do_Import(self, node):
        for alias in node.names:
            self.imported(node, alias.name, "", alias.asname)
            self.emit("bind", self.scope, "import", alias.asname or alias.name.split(".")[0])

    def do_ImportFrom(self, node):
        module = "." * node.level + (node.module or "")
        for alias in node.names:
            self.imported(node, module, alias.name, alias.asname)
            if alias.name != "*":
                self.emit("bind", self.scope, "import", alias.asname or alias.name)

    def imported(self, node, module, name, alias):
        begin, end = self.source.begin(node), self.source.end(node)
        self.emit("import", begin, end, module, name, "as", alias or "")

    # ---- bindings

    def bind_target(self, kind, target, value, annotation=None, index=-1, nested=False):
        place = self.source.span(value)
        note = self.source.span(annotation)
        if isinstance(target, ast.Name):
            name, begin = target.id, self.source.begin(target)
            self.emit(
                f"bind {self.scope} {kind} {name} {begin} value {place} unpack {index}",
                f"annotation {note}",
            )
        elif isinstance(target, (ast.Attribute, ast.Subscript)):
            if kind != "delete":
                where = self.source.span(target)
                self.emit(f"store {self.scope} {where} value {place} unpack {index}")
        elif isinstance(target, (ast.Tuple, ast.List)):
            known = None if nested else value
            for i, element in enumerate(target.elts):
                if isinstance(element, ast.Starred):
                    known = None
                    element = element.value
                self.bind_target(
                    kind, element, known, None, -1 if kind == "delete" else i, True
                )

    # ---- expressions

    def place(self, kind, node, *names):
        if self.in_fstring:
            self.emit("f", kind, *names)
        else:
            self.emit(kind, *names, self.source.begin(node), self.source.end(node))

    def expression(self, node):
        if isinstance(node, (ast.expr_context, ast.operator, ast.unaryop, ast.cmpop, ast.boolop)):
            return
        method = getattr(self, "do_" + type(node).__name__, None)
        if method:
            return method(node)
        kind = self.PLAIN.get(type(node))
        if kind:
            self.place(kind, node)
        for child in ast.iter_child_nodes(node):
            self.expression(child)

    PLAIN = {
        ast.Starred: "star",
        ast.Slice: "slice",
        ast.UnaryOp: "unary",
        ast.BinOp: "binary",
        ast.Compare: "compare",
        ast.Tuple: "tuple",
        ast.List: "list",
        ast.Set: "set",
        ast.Dict: "dict",
        ast.Await: "await",
        ast.Yield: "yield",
        ast.YieldFrom: "yield",
    }

    def do_Name(self, node):
        self.place("name", node, node.id)

    def do_Attribute(self, node):
        self.place("attribute", node, node.attr)
        self.expression(node.value)

    def do_Constant(self, node):
        if isinstance(node.value, (str, bytes)):
            self.place("string", node)
        elif isinstance(node.value, (int, float, complex)) and not isinstance(node.value, bool):
            self.place("number", node)
        else:
            name = "..." if node.value is Ellipsis else repr(node.value)
            self.place("constant", node, name)

    def do_JoinedStr(self, node):
        self.place("fstring", node)
        outer = self.in_fstring
        self.in_fstring = True
        self.fields(node)
        self.in_fstring = outer

    def fields(self, node):
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self.expression(part.value)
                if part.format_spec is not None:
                    self.fields(part.format_spec)

    def do_Call(self, node):
        self.place("call", node)
        if not self.in_fstring:
            chain = []
            guard = self.guards
            while guard is not None:
                chain.append(" " + guard[0])
                guard = guard[1]
            begin, end = self.source.begin(node), self.source.end(node)
            self.lines.append(f"guards {begin} {end}{''.join(chain)}")
        for child in ast.iter_child_nodes(node):
            self.expression(child)

    def do_keyword(self, node):
        if node.arg is not None:
            self.place("keyword", node, node.arg)
        self.expression(node.value)

    def do_Subscript(self, node):
        self.place("subscript", node)
        self.expression(node.value)
        if isinstance(node.slice, ast.Tuple):
            for element in node.slice.elts:
                self.expression(element)
        else:
            self.expression(node.slice)

    def do_BoolOp(self, node):
        self.place("boolean", node)
        kind = "and" if isinstance(node.op, ast.And) else "or"
        outer = self.guards
        conditional = False
        for i, value in enumerate(node.values):
            self.expression(value) if i == 0 else None
            if i > 0:
                left = node.values[i - 1]
                conditional = conditional or is_condition(left)
                if conditional:
                    begin = self.source.begin(node)
                    end = self.end_with_parentheses(node.values, i - 1)
                    # One operand is a node of its own, without its parentheses.
                    span = f"{begin}:{end}" if i > 1 else self.source.span(left)
                    self.guards = (f"{kind}={span}", outer)
                self.expression(value)
                self.guards = outer

    def end_with_parentheses(self, values, i):
        """Where operand i ends, its parentheses included: before the operator that follows."""
        data = self.source.data
        end = self.source.end(values[i])
        limit = self.source.begin(values[i + 1])
        depth = 0
        at = end
        while at < limit:
            byte = data[at : at + 1]
            if byte == b"#":
                while data[at : at + 1] not in (b"\n", b"\r"):
                    at += 1
            elif byte == b")":
                end = at + 1
            elif byte == b"(":
                break
            at += 1
        return end

    def do_IfExp(self, node):
        self.place("conditional", node)
        self.expression(node.test)
        outer = self.guards
        test = self.source.span(node.test)
        if is_condition(node.test):
            self.guards = ("if=" + test, outer)
            self.expression(node.body)
            self.guards = ("else=" + test, outer)
            self.expression(node.orelse)
            self.guards = outer
        else:
            self.expression(node.body)
            self.expression(node.orelse)

    def do_NamedExpr(self, node):
        self.place("named", node)
        self.emit("bind", self.scope, "named", node.target.id)
        self.expression(node.target)
        self.expression(node.value)

    def do_Lambda(self, node):
        self.place("lambda", node)
        arguments = node.args
        for parameter in ast.walk(arguments):
            if isinstance(parameter, ast.arg) and parameter in (
                arguments.posonlyargs
                + arguments.args
                + arguments.kwonlyargs
                + [arguments.vararg, arguments.kwarg]
            ):
                self.emit("bind", self.scope, "lambda", parameter.arg)
        for default in arguments.defaults + arguments.kw_defaults:
            if default is not None:
                self.expression(default)
        self.expression(node.body)

    def comprehension(self, node, *elements):
        self.emit("f comprehension" if self.in_fstring else "comprehension")
        for element in elements:
            self.expression(element)
        for clause in node.generators:
            for name in ast.walk(clause.target):
                if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store):
                    self.emit("bind", self.scope, "comprehension", name.id)
            self.expression(clause.target)
            self.expression(clause.iter)
            for condition in clause.ifs:
                self.expression(condition)

    def do_ListComp(self, node):
        self.comprehension(node, node.elt)

    do_SetComp = do_GeneratorExp = do_ListComp

    def do_DictComp(self, node):
        self.comprehension(node, node.key, node.value)


def expected_lines(data):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module = ast.parse(data)
    printer = Printer(data)
    printer.docstring(module)
    printer.body(module.body)
    return printer.lines


def sections(stream):
    path, lines = None, []
    for line in stream:
        line = line.rstrip("\n")
        if line.startswith("FILE "):
            path, lines = line[5:], []
        elif line == "END":
            yield path, lines
        else:
            lines.append(line)


def python_files(trees):
    for tree in trees:
        if os.path.isfile(tree):
            yield tree
        for folder, _, names in sorted(os.walk(tree)):
            yield from (os.path.join(folder, n) for n in sorted(names) if n.endswith(".py"))


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.setrecursionlimit(20000)
    files = list(python_files(sys.argv[2:]))
    tool = subprocess.Popen(
        [sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        encoding="utf-8", errors="surrogateescape",
    )
    # The list is small beside the pipe's reader: the tool reads it before it prints much.
    import threading

    def feed():
        tool.stdin.write("".join(path + "\n" for path in files))
        tool.stdin.close()

    threading.Thread(target=feed).start()
    equal = different = rejected = compared = 0
    for path, actual in sections(tool.stdout):
        with open(path, "rb") as file:
            data = file.read()
        try:
            data.decode("utf-8")
            expected = expected_lines(data)
        except (SyntaxError, ValueError, RecursionError):
            rejected += 1
            continue
        compared += len(expected)
        expected, actual = collections.Counter(expected), collections.Counter(actual)
        if expected == actual:
            equal += 1
            continue
        different += 1
        if different <= SHOWN_FILES:
            print(path)
            for sign, lines in (("-", expected - actual), ("+", actual - expected)):
                for line in sorted(lines.elements())[:SHOWN_LINES]:
                    print(f"  {sign} {line}")
    if tool.wait() != 0:
        sys.exit(f"{sys.argv[1]} ended with code {tool.returncode}")
    print(
        f"{equal} files equal, {different} different, {rejected} not read by CPython "
        f"{sys.version.split()[0]}; {compared} facts compared"
    )
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
