# Measures documents that were made to be slow to read, and what they cost those beside them.

bench_documents() {
  build_livery
  say "documents that were made to be slow"
  python3 Benchmarks/documents.py "$livery" "$stage/documents" >"$stage/documents.table"
  {
    echo '`POST /v1/check` of one generated document a kind, as close to 4 MiB as it gets, or of 20 000 short tokens, with switches and GETs'
    echo 'of another client beside it. Memory is the most that was resident during the check, less what was before it, as a multiple of the document.'
    echo
    cat "$stage/documents.table"
  } | report documents 'Documents that were made to be slow'
}
