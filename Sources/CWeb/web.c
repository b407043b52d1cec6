// The files of the folder `Web`, guides of `docs`, and the kits and schemas of `Config`, embedded when this is
// compiled. A new one is an array here and a row of the table.

#include "web.h"

static const unsigned char client_livery_d_ts[] = {
#embed "../../Web/client/livery.d.ts"
};

static const unsigned char client_livery_draft_js[] = {
#embed "../../Web/client/livery-draft.js"
};

static const unsigned char client_livery_fonts_js[] = {
#embed "../../Web/client/livery-fonts.js"
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

static const unsigned char guides_frameworks_md[] = {
#embed "../../docs/frameworks.md"
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

static const unsigned char page_adding_js[] = {
#embed "../../Web/page/adding.js"
};

static const unsigned char page_aliases_js[] = {
#embed "../../Web/page/aliases.js"
};

static const unsigned char page_changing_js[] = {
#embed "../../Web/page/changing.js"
};

static const unsigned char page_clients_js[] = {
#embed "../../Web/page/clients.js"
};

static const unsigned char page_code_js[] = {
#embed "../../Web/page/code.js"
};

static const unsigned char page_color_js[] = {
#embed "../../Web/page/color.js"
};

static const unsigned char page_commands_js[] = {
#embed "../../Web/page/commands.js"
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

static const unsigned char page_drafts_js[] = {
#embed "../../Web/page/drafts.js"
};

static const unsigned char page_explaining_js[] = {
#embed "../../Web/page/explaining.js"
};

static const unsigned char page_exporting_js[] = {
#embed "../../Web/page/exporting.js"
};

static const unsigned char page_follow_js[] = {
#embed "../../Web/page/follow.js"
};

static const unsigned char page_icon_svg[] = {
#embed "../../Web/page/icon.svg"
};

static const unsigned char page_importing_js[] = {
#embed "../../Web/page/importing.js"
};

static const unsigned char page_index_html[] = {
#embed "../../Web/page/index.html"
};

static const unsigned char page_keeping_js[] = {
#embed "../../Web/page/keeping.js"
};

static const unsigned char page_keys_js[] = {
#embed "../../Web/page/keys.js"
};

static const unsigned char page_loading_js[] = {
#embed "../../Web/page/loading.js"
};

static const unsigned char page_main_js[] = {
#embed "../../Web/page/main.js"
};

static const unsigned char page_making_js[] = {
#embed "../../Web/page/making.js"
};

static const unsigned char page_naming_js[] = {
#embed "../../Web/page/naming.js"
};

static const unsigned char page_oklch_js[] = {
#embed "../../Web/page/oklch.js"
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

static const unsigned char page_places_js[] = {
#embed "../../Web/page/places.js"
};

static const unsigned char page_planning_js[] = {
#embed "../../Web/page/planning.js"
};

static const unsigned char page_qr_js[] = {
#embed "../../Web/page/qr.js"
};

static const unsigned char page_repairing_js[] = {
#embed "../../Web/page/repairing.js"
};

static const unsigned char page_roles_js[] = {
#embed "../../Web/page/roles.js"
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

static const unsigned char page_showing_js[] = {
#embed "../../Web/page/showing.js"
};

static const unsigned char page_sifting_js[] = {
#embed "../../Web/page/sifting.js"
};

static const unsigned char page_standing_js[] = {
#embed "../../Web/page/standing.js"
};

static const unsigned char page_state_js[] = {
#embed "../../Web/page/state.js"
};

static const unsigned char page_traits_js[] = {
#embed "../../Web/page/traits.js"
};

static const unsigned char page_uses_js[] = {
#embed "../../Web/page/uses.js"
};

static const unsigned char page_views_css[] = {
#embed "../../Web/page/views.css"
};

static const unsigned char page_variants_js[] = {
#embed "../../Web/page/variants.js"
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

static const unsigned char page_views_card_js[] = {
#embed "../../Web/page/views/card.js"
};

static const unsigned char page_views_changing_js[] = {
#embed "../../Web/page/views/changing.js"
};

static const unsigned char page_views_clients_js[] = {
#embed "../../Web/page/views/clients.js"
};

static const unsigned char page_views_colors_js[] = {
#embed "../../Web/page/views/colors.js"
};

static const unsigned char page_views_commands_js[] = {
#embed "../../Web/page/views/commands.js"
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

static const unsigned char page_views_drafts_js[] = {
#embed "../../Web/page/views/drafts.js"
};

static const unsigned char page_views_edit_js[] = {
#embed "../../Web/page/views/edit.js"
};

static const unsigned char page_views_editing_js[] = {
#embed "../../Web/page/views/editing.js"
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

static const unsigned char page_views_importing_js[] = {
#embed "../../Web/page/views/importing.js"
};

static const unsigned char page_views_inspect_js[] = {
#embed "../../Web/page/views/inspect.js"
};

static const unsigned char page_views_inspector_js[] = {
#embed "../../Web/page/views/inspector.js"
};

static const unsigned char page_views_listing_js[] = {
#embed "../../Web/page/views/listing.js"
};

static const unsigned char page_views_making_js[] = {
#embed "../../Web/page/views/making.js"
};

static const unsigned char page_views_menu_js[] = {
#embed "../../Web/page/views/menu.js"
};

static const unsigned char page_views_naming_js[] = {
#embed "../../Web/page/views/naming.js"
};

static const unsigned char page_views_notices_js[] = {
#embed "../../Web/page/views/notices.js"
};

static const unsigned char page_views_overlay_js[] = {
#embed "../../Web/page/views/overlay.js"
};

static const unsigned char page_views_page_js[] = {
#embed "../../Web/page/views/page.js"
};

static const unsigned char page_views_plan_js[] = {
#embed "../../Web/page/views/plan.js"
};

static const unsigned char page_views_saving_js[] = {
#embed "../../Web/page/views/saving.js"
};

static const unsigned char page_views_scheduling_js[] = {
#embed "../../Web/page/views/scheduling.js"
};

static const unsigned char page_views_share_js[] = {
#embed "../../Web/page/views/share.js"
};

static const unsigned char page_views_specimens_js[] = {
#embed "../../Web/page/views/specimens.js"
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

static const unsigned char page_views_uses_js[] = {
#embed "../../Web/page/views/uses.js"
};

static const unsigned char page_views_values_js[] = {
#embed "../../Web/page/views/values.js"
};

static const unsigned char page_views_welcome_js[] = {
#embed "../../Web/page/views/welcome.js"
};

static const unsigned char page_words_js[] = {
#embed "../../Web/page/words.js"
};

static const unsigned char page_writing_js[] = {
#embed "../../Web/page/writing.js"
};

static const unsigned char page_written_js[] = {
#embed "../../Web/page/written.js"
};

static const unsigned char page_zip_js[] = {
#embed "../../Web/page/zip.js"
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

static const unsigned char templates_compose_kt[] = {
#embed "../../Web/templates/compose.kt"
};

static const unsigned char templates_flutter_dart[] = {
#embed "../../Web/templates/flutter.dart"
};

static const unsigned char templates_mui_ts[] = {
#embed "../../Web/templates/mui.ts"
};

static const unsigned char templates_react_native_ts[] = {
#embed "../../Web/templates/react-native.ts"
};

static const unsigned char templates_scss_scss[] = {
#embed "../../Web/templates/scss.scss"
};

static const unsigned char templates_shadcn_css[] = {
#embed "../../Web/templates/shadcn.css"
};

static const unsigned char templates_swiftui_swift[] = {
#embed "../../Web/templates/swiftui.swift"
};

static const unsigned char templates_tailwind_css[] = {
#embed "../../Web/templates/tailwind.css"
};

static const struct web_file files[] = {
    {"client/livery-draft.js", client_livery_draft_js, sizeof client_livery_draft_js},
    {"client/livery-fonts.js", client_livery_fonts_js, sizeof client_livery_fonts_js},
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
    {"guides/frameworks.md", guides_frameworks_md, sizeof guides_frameworks_md},
    {"guides/operating.md", guides_operating_md, sizeof guides_operating_md},
    {"guides/protocol.md", guides_protocol_md, sizeof guides_protocol_md},
    {"guides/replicas.md", guides_replicas_md, sizeof guides_replicas_md},
    {"guides/themes.md", guides_themes_md, sizeof guides_themes_md},
    {"guides/threat-model.md", guides_threat_model_md, sizeof guides_threat_model_md},
    {"guides/tokens.md", guides_tokens_md, sizeof guides_tokens_md},
    {"openapi/schemas.json", openapi_schemas_json, sizeof openapi_schemas_json},
    {"page/acts.js", page_acts_js, sizeof page_acts_js},
    {"page/adding.js", page_adding_js, sizeof page_adding_js},
    {"page/aliases.js", page_aliases_js, sizeof page_aliases_js},
    {"page/changing.js", page_changing_js, sizeof page_changing_js},
    {"page/clients.js", page_clients_js, sizeof page_clients_js},
    {"page/code.js", page_code_js, sizeof page_code_js},
    {"page/color.js", page_color_js, sizeof page_color_js},
    {"page/commands.js", page_commands_js, sizeof page_commands_js},
    {"page/devices.css", page_devices_css, sizeof page_devices_css},
    {"page/differing.js", page_differing_js, sizeof page_differing_js},
    {"page/dom.js", page_dom_js, sizeof page_dom_js},
    {"page/drafting.js", page_drafting_js, sizeof page_drafting_js},
    {"page/drafts.js", page_drafts_js, sizeof page_drafts_js},
    {"page/explaining.js", page_explaining_js, sizeof page_explaining_js},
    {"page/exporting.js", page_exporting_js, sizeof page_exporting_js},
    {"page/follow.js", page_follow_js, sizeof page_follow_js},
    {"page/icon.svg", page_icon_svg, sizeof page_icon_svg},
    {"page/importing.js", page_importing_js, sizeof page_importing_js},
    {"page/index.html", page_index_html, sizeof page_index_html},
    {"page/keeping.js", page_keeping_js, sizeof page_keeping_js},
    {"page/keys.js", page_keys_js, sizeof page_keys_js},
    {"page/loading.js", page_loading_js, sizeof page_loading_js},
    {"page/main.js", page_main_js, sizeof page_main_js},
    {"page/making.js", page_making_js, sizeof page_making_js},
    {"page/naming.js", page_naming_js, sizeof page_naming_js},
    {"page/oklch.js", page_oklch_js, sizeof page_oklch_js},
    {"page/page.css", page_page_css, sizeof page_page_css},
    {"page/past.js", page_past_js, sizeof page_past_js},
    {"page/picture.js", page_picture_js, sizeof page_picture_js},
    {"page/places.js", page_places_js, sizeof page_places_js},
    {"page/planning.js", page_planning_js, sizeof page_planning_js},
    {"page/qr.js", page_qr_js, sizeof page_qr_js},
    {"page/repairing.js", page_repairing_js, sizeof page_repairing_js},
    {"page/roles.js", page_roles_js, sizeof page_roles_js},
    {"page/route.js", page_route_js, sizeof page_route_js},
    {"page/scenes/android.js", page_scenes_android_js, sizeof page_scenes_android_js},
    {"page/scenes/parts.js", page_scenes_parts_js, sizeof page_scenes_parts_js},
    {"page/scenes/scenes.js", page_scenes_scenes_js, sizeof page_scenes_scenes_js},
    {"page/scenes/tiles.js", page_scenes_tiles_js, sizeof page_scenes_tiles_js},
    {"page/scenes/uikit.js", page_scenes_uikit_js, sizeof page_scenes_uikit_js},
    {"page/scenes/web.js", page_scenes_web_js, sizeof page_scenes_web_js},
    {"page/server.js", page_server_js, sizeof page_server_js},
    {"page/showing.js", page_showing_js, sizeof page_showing_js},
    {"page/sifting.js", page_sifting_js, sizeof page_sifting_js},
    {"page/standing.js", page_standing_js, sizeof page_standing_js},
    {"page/state.js", page_state_js, sizeof page_state_js},
    {"page/traits.js", page_traits_js, sizeof page_traits_js},
    {"page/uses.js", page_uses_js, sizeof page_uses_js},
    {"page/views.css", page_views_css, sizeof page_views_css},
    {"page/variants.js", page_variants_js, sizeof page_variants_js},
    {"page/views/access.js", page_views_access_js, sizeof page_views_access_js},
    {"page/views/as-code.js", page_views_as_code_js, sizeof page_views_as_code_js},
    {"page/views/calendar.js", page_views_calendar_js, sizeof page_views_calendar_js},
    {"page/views/card.js", page_views_card_js, sizeof page_views_card_js},
    {"page/views/changing.js", page_views_changing_js, sizeof page_views_changing_js},
    {"page/views/clients.js", page_views_clients_js, sizeof page_views_clients_js},
    {"page/views/colors.js", page_views_colors_js, sizeof page_views_colors_js},
    {"page/views/commands.js", page_views_commands_js, sizeof page_views_commands_js},
    {"page/views/compare.js", page_views_compare_js, sizeof page_views_compare_js},
    {"page/views/device.js", page_views_device_js, sizeof page_views_device_js},
    {"page/views/dialog.js", page_views_dialog_js, sizeof page_views_dialog_js},
    {"page/views/drafts.js", page_views_drafts_js, sizeof page_views_drafts_js},
    {"page/views/edit.js", page_views_edit_js, sizeof page_views_edit_js},
    {"page/views/editing.js", page_views_editing_js, sizeof page_views_editing_js},
    {"page/views/editor.js", page_views_editor_js, sizeof page_views_editor_js},
    {"page/views/history.js", page_views_history_js, sizeof page_views_history_js},
    {"page/views/images.js", page_views_images_js, sizeof page_views_images_js},
    {"page/views/importing.js", page_views_importing_js, sizeof page_views_importing_js},
    {"page/views/inspect.js", page_views_inspect_js, sizeof page_views_inspect_js},
    {"page/views/inspector.js", page_views_inspector_js, sizeof page_views_inspector_js},
    {"page/views/listing.js", page_views_listing_js, sizeof page_views_listing_js},
    {"page/views/making.js", page_views_making_js, sizeof page_views_making_js},
    {"page/views/menu.js", page_views_menu_js, sizeof page_views_menu_js},
    {"page/views/naming.js", page_views_naming_js, sizeof page_views_naming_js},
    {"page/views/notices.js", page_views_notices_js, sizeof page_views_notices_js},
    {"page/views/overlay.js", page_views_overlay_js, sizeof page_views_overlay_js},
    {"page/views/page.js", page_views_page_js, sizeof page_views_page_js},
    {"page/views/plan.js", page_views_plan_js, sizeof page_views_plan_js},
    {"page/views/saving.js", page_views_saving_js, sizeof page_views_saving_js},
    {"page/views/scheduling.js", page_views_scheduling_js, sizeof page_views_scheduling_js},
    {"page/views/share.js", page_views_share_js, sizeof page_views_share_js},
    {"page/views/specimens.js", page_views_specimens_js, sizeof page_views_specimens_js},
    {"page/views/studio.js", page_views_studio_js, sizeof page_views_studio_js},
    {"page/views/switching.js", page_views_switching_js, sizeof page_views_switching_js},
    {"page/views/themes.js", page_views_themes_js, sizeof page_views_themes_js},
    {"page/views/timeline.js", page_views_timeline_js, sizeof page_views_timeline_js},
    {"page/views/traits.js", page_views_traits_js, sizeof page_views_traits_js},
    {"page/views/uses.js", page_views_uses_js, sizeof page_views_uses_js},
    {"page/views/values.js", page_views_values_js, sizeof page_views_values_js},
    {"page/views/welcome.js", page_views_welcome_js, sizeof page_views_welcome_js},
    {"page/words.js", page_words_js, sizeof page_words_js},
    {"page/writing.js", page_writing_js, sizeof page_writing_js},
    {"page/written.js", page_written_js, sizeof page_written_js},
    {"page/zip.js", page_zip_js, sizeof page_zip_js},
    {"starter/android/autumn.json", starter_android_autumn_json, sizeof starter_android_autumn_json},
    {"starter/android/default.json", starter_android_default_json, sizeof starter_android_default_json},
    {"starter/livery.json", starter_livery_json, sizeof starter_livery_json},
    {"starter/uikit/autumn.json", starter_uikit_autumn_json, sizeof starter_uikit_autumn_json},
    {"starter/uikit/default.json", starter_uikit_default_json, sizeof starter_uikit_default_json},
    {"starter/web/autumn.json", starter_web_autumn_json, sizeof starter_web_autumn_json},
    {"starter/web/default.json", starter_web_default_json, sizeof starter_web_default_json},
    {"templates/compose.kt", templates_compose_kt, sizeof templates_compose_kt},
    {"templates/flutter.dart", templates_flutter_dart, sizeof templates_flutter_dart},
    {"templates/mui.ts", templates_mui_ts, sizeof templates_mui_ts},
    {"templates/react-native.ts", templates_react_native_ts, sizeof templates_react_native_ts},
    {"templates/scss.scss", templates_scss_scss, sizeof templates_scss_scss},
    {"templates/shadcn.css", templates_shadcn_css, sizeof templates_shadcn_css},
    {"templates/swiftui.swift", templates_swiftui_swift, sizeof templates_swiftui_swift},
    {"templates/tailwind.css", templates_tailwind_css, sizeof templates_tailwind_css},
};

const struct web_file *web_files(size_t *count) {
  *count = sizeof files / sizeof *files;
  return files;
}
