#include "syntax/manifest/document/document.h"

#include <gtest/gtest.h>

#include <functional>

namespace npuport::document {
namespace {

// "path=value" per leaf; the type is told for what is no string.
std::string describe(const Document& document, const std::string& text) {
  std::string out;
  std::function<void(Id, const std::string&)> walk = [&](Id id, const std::string& path) {
    const Node& node = document[id];
    if (node.child == kNoNode) {
      static const char* const kMarks[] = {"{}", "[]", "", "#", "?", "~", "*"};
      out += path + "=" + std::string(node.value) + kMarks[static_cast<int>(node.type)] + "\n";
      if (node.type != Type::kMap && node.type != Type::kSequence &&
          node.value.data() >= text.data() && node.value.data() < text.data() + text.size()) {
        EXPECT_EQ(text.substr(node.value_span.begin, node.value_span.end - node.value_span.begin),
                  node.value);
      }
      return;
    }
    size_t index = 0;
    for (Id item : children(document, id)) {
      if (node.type == Type::kMap) {
        const std::string key(document[item].key);
        walk(item, path.empty() ? key : path + "." + key);
      } else {
        walk(item, path + "[" + std::to_string(index) + "]");
      }
      ++index;
    }
  };
  for (Id root : children(document, 0)) walk(root, "");
  return out;
}

std::string yaml(const std::string& text) { return describe(read_yaml(text), text); }
std::string json(const std::string& text) { return describe(read_json(text), text); }
std::string toml(const std::string& text) { return describe(read_toml(text), text); }
std::string ini(const std::string& text) { return describe(read_ini(text), text); }

TEST(Yaml, BlockStructure) {
  EXPECT_EQ(yaml("# c\na: 1\nb:\n  c: cuda  # note\n  'd e': \"x: y\"\nf:\n- g\n- h: 1\n  i: "
                 "2\n-\n  - j\n  - - k\n    - l\n"
                 "m:\n    - n\no:\np: ~\n"),
            "a=1#\nb.c=cuda\nb.d e=x: y\nf[0]=g\nf[1].h=1#\nf[1].i=2#\nf[2][0]=j\nf[2][1][0]=k\n"
            "f[2][1][1]=l\nm[0]=n\no=~\np=~~\n");
}

TEST(Yaml, FlowStructure) {
  EXPECT_EQ(
      yaml(
          "a: [1, two, \"th,ree\", {b: c, d}, [x], e: f]\ng: {h: [i], \"j\":k, l: }\nm: []\nn: {}\n"
          "o: [\n  p, # note\n  q r\n  s,\n]\n"),
      "a[0]=1#\na[1]=two\na[2]=th,ree\na[3].b=c\na[3].d=~\na[4][0]=x\na[5].e=f\ng.h[0]=i\ng.j=k\n"
      "g.l=~\nm=[]\nn={}\no[0]=p\no[1]=q r s\n");
}

TEST(Yaml, Scalars) {
  EXPECT_EQ(yaml("a: cuda:0\nb: http://x/y#z\nc: 'it''s'\nd: \"q\\\"\\n\\u00e9\\x41\"\ne: yes\nf: "
                 "1e-4\ng: -\n"
                 "h: one\n  two\n\n  three\ni: \"j\n  k\\\n  l\"\nm: !!str 5\nn: &x cuda\no: "
                 "*x\n<<: *x\n"),
            "a=cuda:0\nb=http://x/y#z\nc=it's\nd=q\"\n\xC3\xA9"
            "A\ne=yes?\nf=1e-4#\ng=-\nh=one two\nthree\ni=j kl\n"
            "m=5#\nn=cuda\no=x*\n<<=x*\n");
}

TEST(Yaml, BlockScalars) {
  EXPECT_EQ(yaml("run: |\n    a\n      b\n\n    c # d\n\nnext: >-\n  e\n  f\n\n  g\nlast: |+\n  "
                 "h\n\nlist:\n- |2\n    i\n"
                 "- j\n"),
            "run=a\n  b\n\nc # d\n\nnext=e f\ng\nlast=h\n\n\nlist[0]=  i\n\nlist[1]=j\n");
}

TEST(Yaml, BlockScalarSpan) {
  const std::string text = "a:\n  run: |\n    pip x\n    y\n  b: c\n";
  const Document document = read_yaml(text);
  const Id run = document.find(document.root(), {"a", "run"});
  ASSERT_NE(run, kNoNode);
  const Span span = document[run].value_span;
  EXPECT_EQ(text.substr(span.begin, span.end - span.begin), "pip x\n    y");
  EXPECT_EQ(document.text(document.find(document.root(), "a"), "b"), "c");
}

TEST(Yaml, SeveralDocumentsAndDirectives) {
  EXPECT_EQ(yaml("%YAML 1.2\n---\na: 1\n---\nb: 2\n...\n--- c\n"), "a=1#\nb=2#\n=c\n");
}

TEST(Yaml, WindowsLineEndsAndTabs) {
  EXPECT_EQ(yaml("a: x\r\nb:\r\n  - c\r\n  - |\r\n    d\r\n    e\r\nf:\t1\r\n"),
            "a=x\nb[0]=c\nb[1]=d\ne\n\nf=1#\n");
}

TEST(Yaml, TemplatesArePlainText) {
  const std::string text =
      "{{- if .Values.gpu }}\na: {{ .Values.x }}\nb: \"{{ y }}\"\nc: [{{ z }}, 1]\n{% for i in j "
      "%}\nd: e{{ f }}\n"
      "{{- end }}\n{{ k }}: v\n";
  const Document document = read_yaml(text);
  EXPECT_EQ(describe(document, text),
            "a={{ .Values.x }}\nb={{ y }}\nc[0]={{ z }}\nc[1]=1#\nd=e{{ f }}\n{{ k }}=v\n");
  EXPECT_EQ(document.problems().size(), 1u);
}

TEST(Yaml, DamagedLinesCostThemselves) {
  const std::string text = "a: 1\n   b: 2\nnonsense\nc: \"open\nd: x: y\ne: [1]] z\n  - f\ng: 3\n";
  const Document document = read_yaml(text);
  EXPECT_FALSE(document.problems().empty());
  const std::string seen = describe(document, text);
  for (const char* leaf : {"a=1#\n", "b=2#\n", "d=x: y\n", "e[0]=1#\n", "g=3#\n"}) {
    EXPECT_NE(seen.find(leaf), std::string::npos) << leaf << " in\n" << seen;
  }
}

TEST(Yaml, KeySpans) {
  const std::string text = "a:\n  \"b c\" : cuda\n";
  const Document document = read_yaml(text);
  const Node& node = document[document.find(document.root(), {"a", "b c"})];
  EXPECT_EQ(text.substr(node.key_span.begin, node.key_span.end - node.key_span.begin), "b c");
}

TEST(Yaml, AnchorBombStaysSmall) {
  std::string text = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n";
  for (int i = 1; i < 30; ++i) {
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int j = 0; j < 9; ++j) text += "*a" + std::to_string(i - 1) + ",";
    text += "]\n";
  }
  EXPECT_LT(read_yaml(text).size(), 400u);
}

TEST(Yaml, HostileInputIsBounded) {
  for (const char* unit :
       {"[", "{", "- ", "a: [", "? ", "\"", "'", "|", "&a ", "*", "{{", "a:\n ", "!!x "}) {
    std::string text;
    while (text.size() < 400000) text += unit;
    read_yaml(text);
  }
  std::string deep;
  for (int i = 0; i < 1500; ++i) deep += std::string(static_cast<size_t>(i), ' ') + "a:\n";
  EXPECT_FALSE(read_yaml(deep).problems().empty());
}

TEST(Json, Values) {
  EXPECT_EQ(json("{\"a\": [1, -2.5e3, true, null, \"x\\\"\\u00e9\\ud83d\\ude00\"], \"b\": {\"c\": "
                 "{}}, \"d\": []}"),
            "a[0]=1#\na[1]=-2.5e3#\na[2]=true?\na[3]=null~\na[4]=x\"\xC3\xA9\xF0\x9F\x98\x80\nb.c={"
            "}\nd=[]\n");
}

TEST(Json, CommentsAndTrailingCommas) {
  EXPECT_EQ(json("// c\n{\"a\": 1, /* \"b\": 2, */ \"c\": [1,],}\n"), "a=1#\nc[0]=1#\n");
}

TEST(Json, ErrorsKeepWhatWasRead) {
  const std::string text = "{\"a\": 1, \"b\": oops}";
  const Document document = read_json(text);
  EXPECT_EQ(describe(document, text), "a=1#\n");
  ASSERT_EQ(document.problems().size(), 1u);
  EXPECT_EQ(document.problems()[0].offset, 14u);
}

TEST(Json, DepthIsBounded) {
  EXPECT_EQ(read_json(std::string(1000000, '[')).problems().size(), 1u);
  std::string nested;
  for (int i = 0; i < 300000; ++i) nested += "{\"a\":";
  EXPECT_EQ(read_json(nested).problems().size(), 1u);
}

TEST(Json, NodeLimit) {
  std::string many = "[";
  for (int i = 0; i < 1000; ++i) many += "1,";
  const Document document = read_json(many + "1]", {.max_nodes = 100});
  EXPECT_EQ(document.size(), 100u);
  EXPECT_EQ(document.problems().size(), 1u);
}

TEST(Toml, Tables) {
  EXPECT_EQ(toml("a = 1 # c\nb.c = \"x\"\n[d.e]\n\"f.g\" = 'y'\n[[h]]\ni = true\n[[h]]\ni = "
                 "false\n[h.j]\nk = 1979-05-27\n"
                 "[d]\nl = {m = 1, n.o = \"p\"}\n"),
            "a=1#\nb.c=x\nd.e.f.g=y\nd.l.m=1#\nd.l.n.o=p\nh[0].i=true?\nh[1].i=false?\nh[1].j.k="
            "1979-05-27\n");
}

TEST(Toml, MultiLineArraysAndStrings) {
  EXPECT_EQ(toml("a = [\n  \"x>=1\", # note \"no\"\n  # \"no\"\n  'y',\n]\nb = \"\"\"\nl1\nl2 \\\n "
                 "  l3\"\"\"\nc = '''\nr\\n'''\n"
                 "d = \"\"\"q\"\"\"\"\n"),
            "a[0]=x>=1\na[1]=y\nb=l1\nl2 l3\nc=r\\n\nd=q\"\n");
}

TEST(Toml, ErrorsCostTheirLine) {
  const std::string text = "a = 1\nb = \"open\nc 3\n[x\nd = [1, 2]] \n[t]\ne = 5\n";
  const Document document = read_toml(text);
  EXPECT_EQ(describe(document, text), "a=1#\nd[0]=1#\nd[1]=2#\nt.e=5#\n");
  EXPECT_EQ(document.problems().size(), 4u);
}

TEST(Toml, WindowsLineEnds) {
  EXPECT_EQ(toml("[a]\r\nb = 1\r\nc = [\r\n 'x',\r\n]\r\n"), "a.b=1#\na.c[0]=x\n");
}

TEST(Toml, HostileInputIsBounded) {
  std::string headers;
  for (int i = 0; i < 100000; ++i) headers += "[a" + std::to_string(i) + "]\n";
  EXPECT_EQ(read_toml(headers).size(), 100002u);
  read_toml("a = " + std::string(500000, '['));
  read_toml("a = " + std::string(500000, '{'));
  std::string dotted = "a";
  for (int i = 0; i < 100000; ++i) dotted += ".a";
  read_toml(dotted + " = 1");
}

TEST(Ini, SectionsAndContinuation) {
  EXPECT_EQ(ini("top = 1\n[a b]\n; c\nx = y ; note\nz: http://h:80/#f\nlist =\n    one\n    # no\n "
                "   two>=1\nempty =\n"
                "q = \"s t\"\n[c]\nflag\n"),
            "top=1#\na b.x=y\na b.z=http://h:80/#f\na b.list=one\n    # no\n    two>=1\na "
            "b.empty=~\na b.q=s t\n"
            "c.flag=~\n");
}

}  // namespace
}  // namespace npuport::document
