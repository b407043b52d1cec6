// The files of the folder `Web`, embedded when this is compiled. A new one is an array here and a row of the table.

#include "web.h"

static const unsigned char client_livery_js[] = {
#embed "../../Web/client/livery.js"
};

static const unsigned char client_livery_d_ts[] = {
#embed "../../Web/client/livery.d.ts"
};

static const unsigned char docs_index_html[] = {
#embed "../../Web/docs/index.html"
};

static const unsigned char openapi_schemas_json[] = {
#embed "../../Web/openapi/schemas.json"
};

static const unsigned char page_index_html[] = {
#embed "../../Web/page/index.html"
};

static const struct web_file files[] = {
    {"client/livery.js", client_livery_js, sizeof client_livery_js},
    {"client/livery.d.ts", client_livery_d_ts, sizeof client_livery_d_ts},
    {"docs/index.html", docs_index_html, sizeof docs_index_html},
    {"openapi/schemas.json", openapi_schemas_json, sizeof openapi_schemas_json},
    {"page/index.html", page_index_html, sizeof page_index_html},
};

const struct web_file *web_files(size_t *count) {
  *count = sizeof files / sizeof *files;
  return files;
}
