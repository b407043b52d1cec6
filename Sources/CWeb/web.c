// The files of the folder `Web`, guides of `docs`, and the kits and schemas of `Config`, embedded when this is
// compiled. A new one is an array here and a row of the table.

#include "web.h"

static const unsigned char client_livery_d_ts[] = {
#embed "../../Web/client/livery.d.ts"
};

static const unsigned char client_livery_js[] = {
#embed "../../Web/client/livery.js"
};

static const unsigned char docs_examples_json[] = {
#embed "../../Web/docs/examples.json"
};

static const unsigned char docs_index_html[] = {
#embed "../../Web/docs/index.html"
};

static const unsigned char guides_access_md[] = {
#embed "../../docs/access.md"
};

static const unsigned char guides_changelog_md[] = {
#embed "../../CHANGELOG.md"
};

static const unsigned char guides_clients_md[] = {
#embed "../../docs/clients.md"
};

static const unsigned char guides_formats_md[] = {
#embed "../../docs/formats.md"
};

static const unsigned char guides_operating_md[] = {
#embed "../../docs/operating.md"
};

static const unsigned char guides_protocol_md[] = {
#embed "../../docs/protocol.md"
};

static const unsigned char guides_replicas_md[] = {
#embed "../../docs/replicas.md"
};

static const unsigned char guides_themes_md[] = {
#embed "../../docs/themes.md"
};

static const unsigned char guides_threat_model_md[] = {
#embed "../../docs/threat-model.md"
};

static const unsigned char guides_tokens_md[] = {
#embed "../../docs/tokens.md"
};

static const unsigned char openapi_schemas_json[] = {
#embed "../../Web/openapi/schemas.json"
};

static const unsigned char page_acts_js[] = {
#embed "../../Web/page/acts.js"
};

static const unsigned char page_code_js[] = {
#embed "../../Web/page/code.js"
};

static const unsigned char page_color_js[] = {
#embed "../../Web/page/color.js"
};

static const unsigned char page_devices_css[] = {
#embed "../../Web/page/devices.css"
};

static const unsigned char page_differing_js[] = {
#embed "../../Web/page/differing.js"
};

static const unsigned char page_dom_js[] = {
#embed "../../Web/page/dom.js"
};

static const unsigned char page_drafting_js[] = {
#embed "../../Web/page/drafting.js"
};

static const unsigned char page_follow_js[] = {
#embed "../../Web/page/follow.js"
};

static const unsigned char page_icon_svg[] = {
#embed "../../Web/page/icon.svg"
};

static const unsigned char page_index_html[] = {
#embed "../../Web/page/index.html"
};

static const unsigned char page_loading_js[] = {
#embed "../../Web/page/loading.js"
};

static const unsigned char page_main_js[] = {
#embed "../../Web/page/main.js"
};

static const unsigned char page_page_css[] = {
#embed "../../Web/page/page.css"
};

static const unsigned char page_past_js[] = {
#embed "../../Web/page/past.js"
};

static const unsigned char page_picture_js[] = {
#embed "../../Web/page/picture.js"
};

static const unsigned char page_route_js[] = {
#embed "../../Web/page/route.js"
};

static const unsigned char page_scenes_android_js[] = {
#embed "../../Web/page/scenes/android.js"
};

static const unsigned char page_scenes_parts_js[] = {
#embed "../../Web/page/scenes/parts.js"
};

static const unsigned char page_scenes_scenes_js[] = {
#embed "../../Web/page/scenes/scenes.js"
};

static const unsigned char page_scenes_tiles_js[] = {
#embed "../../Web/page/scenes/tiles.js"
};

static const unsigned char page_scenes_uikit_js[] = {
#embed "../../Web/page/scenes/uikit.js"
};

static const unsigned char page_scenes_web_js[] = {
#embed "../../Web/page/scenes/web.js"
};

static const unsigned char page_server_js[] = {
#embed "../../Web/page/server.js"
};

static const unsigned char page_state_js[] = {
#embed "../../Web/page/state.js"
};

static const unsigned char page_traits_js[] = {
#embed "../../Web/page/traits.js"
};

static const unsigned char page_views_css[] = {
#embed "../../Web/page/views.css"
};

static const unsigned char page_views_access_js[] = {
#embed "../../Web/page/views/access.js"
};

static const unsigned char page_views_as_code_js[] = {
#embed "../../Web/page/views/as-code.js"
};

static const unsigned char page_views_calendar_js[] = {
#embed "../../Web/page/views/calendar.js"
};

static const unsigned char page_views_colors_js[] = {
#embed "../../Web/page/views/colors.js"
};

static const unsigned char page_views_compare_js[] = {
#embed "../../Web/page/views/compare.js"
};

static const unsigned char page_views_device_js[] = {
#embed "../../Web/page/views/device.js"
};

static const unsigned char page_views_dialog_js[] = {
#embed "../../Web/page/views/dialog.js"
};

static const unsigned char page_views_edit_js[] = {
#embed "../../Web/page/views/edit.js"
};

static const unsigned char page_views_editor_js[] = {
#embed "../../Web/page/views/editor.js"
};

static const unsigned char page_views_history_js[] = {
#embed "../../Web/page/views/history.js"
};

static const unsigned char page_views_images_js[] = {
#embed "../../Web/page/views/images.js"
};

static const unsigned char page_views_inspect_js[] = {
#embed "../../Web/page/views/inspect.js"
};

static const unsigned char page_views_inspector_js[] = {
#embed "../../Web/page/views/inspector.js"
};

static const unsigned char page_views_notices_js[] = {
#embed "../../Web/page/views/notices.js"
};

static const unsigned char page_views_page_js[] = {
#embed "../../Web/page/views/page.js"
};

static const unsigned char page_views_scheduling_js[] = {
#embed "../../Web/page/views/scheduling.js"
};

static const unsigned char page_views_share_js[] = {
#embed "../../Web/page/views/share.js"
};

static const unsigned char page_views_studio_js[] = {
#embed "../../Web/page/views/studio.js"
};

static const unsigned char page_views_switching_js[] = {
#embed "../../Web/page/views/switching.js"
};

static const unsigned char page_views_themes_js[] = {
#embed "../../Web/page/views/themes.js"
};

static const unsigned char page_views_timeline_js[] = {
#embed "../../Web/page/views/timeline.js"
};

static const unsigned char page_views_traits_js[] = {
#embed "../../Web/page/views/traits.js"
};

static const unsigned char page_words_js[] = {
#embed "../../Web/page/words.js"
};

static const unsigned char config_kits_android_json[] = {
#embed "../../Config/kits/android.json"
};

static const unsigned char config_kits_uikit_json[] = {
#embed "../../Config/kits/uikit.json"
};

static const unsigned char config_kits_web_json[] = {
#embed "../../Config/kits/web.json"
};

static const unsigned char config_schema_kit_schema_json[] = {
#embed "../../Config/schema/kit.schema.json"
};

static const unsigned char config_schema_settings_schema_json[] = {
#embed "../../Config/schema/settings.schema.json"
};

static const unsigned char config_schema_theme_schema_json[] = {
#embed "../../Config/schema/theme.schema.json"
};

static const unsigned char config_schema_tokens_schema_json[] = {
#embed "../../Config/schema/tokens.schema.json"
};

static const unsigned char starter_android_autumn_json[] = {
#embed "../../Web/starter/android/autumn.json"
};

static const unsigned char starter_android_default_json[] = {
#embed "../../Web/starter/android/default.json"
};

static const unsigned char starter_livery_json[] = {
#embed "../../Web/starter/livery.json"
};

static const unsigned char starter_uikit_autumn_json[] = {
#embed "../../Web/starter/uikit/autumn.json"
};

static const unsigned char starter_uikit_default_json[] = {
#embed "../../Web/starter/uikit/default.json"
};

static const unsigned char starter_web_autumn_json[] = {
#embed "../../Web/starter/web/autumn.json"
};

static const unsigned char starter_web_default_json[] = {
#embed "../../Web/starter/web/default.json"
};

static const struct web_file files[] = {
    {"client/livery.d.ts", client_livery_d_ts, sizeof client_livery_d_ts},
    {"client/livery.js", client_livery_js, sizeof client_livery_js},
    {"config/kits/android.json", config_kits_android_json, sizeof config_kits_android_json},
    {"config/kits/uikit.json", config_kits_uikit_json, sizeof config_kits_uikit_json},
    {"config/kits/web.json", config_kits_web_json, sizeof config_kits_web_json},
    {"config/schema/kit.schema.json", config_schema_kit_schema_json, sizeof config_schema_kit_schema_json},
    {"config/schema/settings.schema.json", config_schema_settings_schema_json, sizeof config_schema_settings_schema_json},
    {"config/schema/theme.schema.json", config_schema_theme_schema_json, sizeof config_schema_theme_schema_json},
    {"config/schema/tokens.schema.json", config_schema_tokens_schema_json, sizeof config_schema_tokens_schema_json},
    {"docs/examples.json", docs_examples_json, sizeof docs_examples_json},
    {"docs/index.html", docs_index_html, sizeof docs_index_html},
    {"guides/access.md", guides_access_md, sizeof guides_access_md},
    {"guides/changelog.md", guides_changelog_md, sizeof guides_changelog_md},
    {"guides/clients.md", guides_clients_md, sizeof guides_clients_md},
    {"guides/formats.md", guides_formats_md, sizeof guides_formats_md},
    {"guides/operating.md", guides_operating_md, sizeof guides_operating_md},
    {"guides/protocol.md", guides_protocol_md, sizeof guides_protocol_md},
    {"guides/replicas.md", guides_replicas_md, sizeof guides_replicas_md},
    {"guides/themes.md", guides_themes_md, sizeof guides_themes_md},
    {"guides/threat-model.md", guides_threat_model_md, sizeof guides_threat_model_md},
    {"guides/tokens.md", guides_tokens_md, sizeof guides_tokens_md},
    {"openapi/schemas.json", openapi_schemas_json, sizeof openapi_schemas_json},
    {"page/acts.js", page_acts_js, sizeof page_acts_js},
    {"page/code.js", page_code_js, sizeof page_code_js},
    {"page/color.js", page_color_js, sizeof page_color_js},
    {"page/devices.css", page_devices_css, sizeof page_devices_css},
    {"page/differing.js", page_differing_js, sizeof page_differing_js},
    {"page/dom.js", page_dom_js, sizeof page_dom_js},
    {"page/drafting.js", page_drafting_js, sizeof page_drafting_js},
    {"page/follow.js", page_follow_js, sizeof page_follow_js},
    {"page/icon.svg", page_icon_svg, sizeof page_icon_svg},
    {"page/index.html", page_index_html, sizeof page_index_html},
    {"page/loading.js", page_loading_js, sizeof page_loading_js},
    {"page/main.js", page_main_js, sizeof page_main_js},
    {"page/page.css", page_page_css, sizeof page_page_css},
    {"page/past.js", page_past_js, sizeof page_past_js},
    {"page/picture.js", page_picture_js, sizeof page_picture_js},
    {"page/route.js", page_route_js, sizeof page_route_js},
    {"page/scenes/android.js", page_scenes_android_js, sizeof page_scenes_android_js},
    {"page/scenes/parts.js", page_scenes_parts_js, sizeof page_scenes_parts_js},
    {"page/scenes/scenes.js", page_scenes_scenes_js, sizeof page_scenes_scenes_js},
    {"page/scenes/tiles.js", page_scenes_tiles_js, sizeof page_scenes_tiles_js},
    {"page/scenes/uikit.js", page_scenes_uikit_js, sizeof page_scenes_uikit_js},
    {"page/scenes/web.js", page_scenes_web_js, sizeof page_scenes_web_js},
    {"page/server.js", page_server_js, sizeof page_server_js},
    {"page/state.js", page_state_js, sizeof page_state_js},
    {"page/traits.js", page_traits_js, sizeof page_traits_js},
    {"page/views.css", page_views_css, sizeof page_views_css},
    {"page/views/access.js", page_views_access_js, sizeof page_views_access_js},
    {"page/views/as-code.js", page_views_as_code_js, sizeof page_views_as_code_js},
    {"page/views/calendar.js", page_views_calendar_js, sizeof page_views_calendar_js},
    {"page/views/colors.js", page_views_colors_js, sizeof page_views_colors_js},
    {"page/views/compare.js", page_views_compare_js, sizeof page_views_compare_js},
    {"page/views/device.js", page_views_device_js, sizeof page_views_device_js},
    {"page/views/dialog.js", page_views_dialog_js, sizeof page_views_dialog_js},
    {"page/views/edit.js", page_views_edit_js, sizeof page_views_edit_js},
    {"page/views/editor.js", page_views_editor_js, sizeof page_views_editor_js},
    {"page/views/history.js", page_views_history_js, sizeof page_views_history_js},
    {"page/views/images.js", page_views_images_js, sizeof page_views_images_js},
    {"page/views/inspect.js", page_views_inspect_js, sizeof page_views_inspect_js},
    {"page/views/inspector.js", page_views_inspector_js, sizeof page_views_inspector_js},
    {"page/views/notices.js", page_views_notices_js, sizeof page_views_notices_js},
    {"page/views/page.js", page_views_page_js, sizeof page_views_page_js},
    {"page/views/scheduling.js", page_views_scheduling_js, sizeof page_views_scheduling_js},
    {"page/views/share.js", page_views_share_js, sizeof page_views_share_js},
    {"page/views/studio.js", page_views_studio_js, sizeof page_views_studio_js},
    {"page/views/switching.js", page_views_switching_js, sizeof page_views_switching_js},
    {"page/views/themes.js", page_views_themes_js, sizeof page_views_themes_js},
    {"page/views/timeline.js", page_views_timeline_js, sizeof page_views_timeline_js},
    {"page/views/traits.js", page_views_traits_js, sizeof page_views_traits_js},
    {"page/words.js", page_words_js, sizeof page_words_js},
    {"starter/android/autumn.json", starter_android_autumn_json, sizeof starter_android_autumn_json},
    {"starter/android/default.json", starter_android_default_json, sizeof starter_android_default_json},
    {"starter/livery.json", starter_livery_json, sizeof starter_livery_json},
    {"starter/uikit/autumn.json", starter_uikit_autumn_json, sizeof starter_uikit_autumn_json},
    {"starter/uikit/default.json", starter_uikit_default_json, sizeof starter_uikit_default_json},
    {"starter/web/autumn.json", starter_web_autumn_json, sizeof starter_web_autumn_json},
    {"starter/web/default.json", starter_web_default_json, sizeof starter_web_default_json},
};

const struct web_file *web_files(size_t *count) {
  *count = sizeof files / sizeof *files;
  return files;
}
