#!/usr/bin/env bash
# Answers of npuport query validate against their schema, and the program answers for every name of the API map
# and of the package tables: check_query.sh NPUPORT
set -euo pipefail
cd "$(dirname "$0")/.."
program=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 - >"$work/names" <<'PY'
for path in ("torch_npu/cuda_api_map.tsv", "packages.tsv", "packages_extra.tsv"):
    with open("knowledge/" + path, encoding="utf-8") as table:
        for line in table.read().splitlines()[1:]:
            print(line.split("\t")[0])
PY
mapfile -t names <"$work/names"
"$program" query --format json -- "${names[@]}" >"$work/all.json"
count=0
for name in F.relu torch.cuda.grap NCCL_DEBUG tl.dot mindiesd.RMSNorm triton $'\xff' ''; do
  count=$((count + 1))
  "$program" query --format json --target torch=2.6,soc=A3 -- "$name" >"$work/$count.json" || [ $? -eq 3 ]
done
python3 - "${#names[@]}" "$work"/*.json <<'PY'
import json, pathlib, sys

import jsonschema

schema = json.loads(pathlib.Path("schema/query.schema.json").read_text(encoding="utf-8"))
kind = getattr(jsonschema, "Draft202012Validator", jsonschema.Draft7Validator)
kind.check_schema(schema)
check = kind(schema)
for path in sys.argv[2:]:
    result = json.loads(pathlib.Path(path).read_bytes().decode("utf-8"))
    for error in check.iter_errors(result):
        sys.exit(f"{path}: {'/'.join(map(str, error.absolute_path))}: {error.message[:300]}")
    if path.endswith("all.json"):
        answers = result["answers"]
        silent = [answer["asked"] for answer in answers if not answer["entries"]]
        if len(answers) != int(sys.argv[1]) or silent:
            sys.exit(f"{len(answers)} answers to {sys.argv[1]} names; without an entry: {silent}")
        print(f"{len(answers)} names answered, each with a status and its sources; valid")
PY
