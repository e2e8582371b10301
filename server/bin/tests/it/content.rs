//! Content an operator can change: imported whole or not at all, exported and imported again unchanged, with
//! a history and a way back; hostile content is refused with its place, or cleaned (R52, R53, R57).

use std::path::Path;

use axum::http::StatusCode;
use fieldhouse_core::{
    brand::Site,
    content::checks::{check_content_text, is_allowed_link},
};
use fieldhouse_server::surfaces;
use fieldhouse_shop::{
    config::Config,
    publishing::content::{
        self,
        change::ContentReport,
        check::Allowed,
        document::Address,
        files::Documents,
        history,
        import::{ContentImport, export_content, import_content},
    },
};
use serde_json::{Value, json};

use crate::support::{TestApp, Visitor};

/// A store with the content that ships with it.
pub async fn with_content() -> TestApp {
    let app = TestApp::stocked().await;
    fieldhouse_demo::content::load(&app.state.db, &app.state.clock).await.unwrap();
    content::refresh(&app.state, &app.state.contents).await.unwrap();
    app
}

/// Imports a file or folder as `pat`.
pub async fn import(app: &TestApp, path: &Path, dry_run: bool, remove_missing: bool) -> anyhow::Result<ContentReport> {
    let import = ContentImport { path: path.to_owned(), site: None, dry_run, remove_missing, by: "pat".to_owned() };
    import_content(&app.state, import).await
}

/// Imports one file's JSON.
pub async fn import_json(app: &TestApp, json: &Value) -> anyhow::Result<ContentReport> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("edited.json");
    std::fs::write(&file, json.to_string()).unwrap();
    import(app, &file, false, false).await
}

pub fn page(slug: &str, title: &str) -> Value {
    json!({"slug": slug, "title": title, "description": "d", "blocks": []})
}

fn addresses(list: &[Address]) -> Vec<String> {
    list.iter().map(ToString::to_string).collect()
}

/// The title of a page as visitors see it.
async fn title(app: &TestApp, site: Site, slug: &str) -> String {
    content::refresh(&app.state, &app.state.contents).await.unwrap();
    let answer = app.visitor(site).get(&format!("/api/content/pages/{slug}")).await;
    if answer.status == StatusCode::OK { answer.json()["title"].as_str().unwrap().to_owned() } else { String::new() }
}

#[tokio::test]
async fn what_is_exported_and_imported_again_changes_nothing_and_an_edit_changes_itself() {
    let app = with_content().await;
    let folder = tempfile::tempdir().unwrap();
    let files = export_content(&app.state, folder.path(), None).await.unwrap();
    assert_eq!(files.len(), 4);
    let version = app.state.contents.load().version;
    let report = import(&app, folder.path(), false, true).await.unwrap();
    assert_eq!(
        (report.added.len(), report.changed.len(), report.removed.len(), report.change),
        (0, 0, 0, 0),
        "{report}"
    );
    assert!(report.unchanged > 60 && report.cleaned.is_empty());
    assert!(!content::refresh(&app.state, &app.state.contents).await.unwrap(), "no change, nothing to read anew");

    let file = folder.path().join("usgames.json");
    let mut edited: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    let pages = edited["pages"].as_array_mut().unwrap();
    pages.iter_mut().find(|page| page["slug"] == "about-us").unwrap()["title"] = json!("About all of us");
    pages.retain(|page| page["slug"] != "returns");
    pages.push(page("new-page", "New"));
    std::fs::write(&file, edited.to_string()).unwrap();
    let dry = import(&app, folder.path(), true, true).await.unwrap();
    assert!(dry.to_string().contains("1 would be added, 1 changed, 1 removed"), "{dry}");
    assert_eq!(title(&app, Site::US_GAMES, "new-page").await, "");
    let report = import(&app, folder.path(), false, true).await.unwrap();
    assert_eq!(addresses(&report.added), ["usgames/page/new-page"]);
    assert_eq!(addresses(&report.changed), ["usgames/page/about-us"]);
    assert_eq!(addresses(&report.removed), ["usgames/page/returns"]);
    assert_eq!(report.change, version + 1);
    for (slug, expected) in [("about-us", "About all of us"), ("returns", ""), ("new-page", "New")] {
        assert_eq!(title(&app, Site::US_GAMES, slug).await, expected);
    }
    assert_ne!(title(&app, Site::FIELDHOUSE, "returns").await, "");
}

#[tokio::test]
async fn an_import_is_whole_or_not_at_all_and_every_error_has_document_path_code_and_text() {
    let app = with_content().await;
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("fieldhouse.json", &json!({"pages": [page("good", "Good")]}).to_string());
    let bad = json!({"pages": [{"slug": "bad", "title": "B", "description": "", "blocks": [
        {"kind": "banner", "title": "B", "text": "t", "cta": {"href": "javascript:alert(1)", "title": "x"}},
        {"kind": "marquee"},
    ]}]});
    write("usgames.json", &bad.to_string());
    write("varsitybrands.json", "{\"pages\": [");
    write("notes.txt", "not content");
    let told = import(&app, folder.path(), false, false).await.unwrap_err().to_string();
    assert_eq!(
        told.lines().collect::<Vec<_>>(),
        [
            "3 errors in the content; nothing was changed",
            "  usgames/page/bad, blocks.1.kind: There is no such kind: \"marquee\" [kind_unknown]",
            "  usgames/page/bad, blocks.0.cta.href: A link may be http(s), mailto, tel, a path of this site or an anchor [link_refused]",
            "  varsitybrands.json: This is not valid JSON (line 1, column 11) [not_json]",
        ]
    );
    assert_eq!(title(&app, Site::FIELDHOUSE, "good").await, "");
    write("usgames.json", "{}");
    write("varsitybrands.json", "{\"pages\": []}");
    import(&app, folder.path(), false, false).await.unwrap();
    assert_eq!(title(&app, Site::FIELDHOUSE, "good").await, "Good");
    let missing = import(&app, &folder.path().join("none.json"), false, false).await.unwrap_err();
    assert!(format!("{missing:#}").contains("cannot read"), "{missing:#}");
}

#[tokio::test]
async fn every_change_is_kept_with_who_and_when_and_can_be_taken_back() {
    let app = with_content().await;
    let first = app.state.contents.load().version;
    for title in ["One", "Two"] {
        app.state.clock.advance_seconds(60);
        import_json(&app, &json!({"site": "usgames", "pages": [page("about-us", title)]})).await.unwrap();
    }
    import_json(&app, &json!({"site": "fieldhouse", "pages": [page("fresh", "Fresh")]})).await.unwrap();
    let listed = history::list(&app.state, 20, None).await.unwrap();
    let lines: Vec<&str> = listed.lines().map(str::trim).collect();
    let line = |number: i64, minute: u32| {
        format!("{number}  2026-11-20T12:{minute:02}:00Z  pat  import edited.json: 1 document")
    };
    assert_eq!(
        lines[..4],
        [&line(first + 3, 2), "fieldhouse/page/fresh", &line(first + 2, 2), "usgames/page/about-us"]
    );
    assert!(listed.contains("fieldhouse  demo content: ") && listed.contains("and "), "{listed}");
    assert!(!history::list(&app.state, 20, Some(Site::US_GAMES)).await.unwrap().contains("fieldhouse/page/fresh"));

    let about: Address = Address::parse("usgames/page/about-us").unwrap();
    let shown = async |change: i64| -> Value {
        serde_json::from_str(&history::show(&app.state, change, &about).await.unwrap()).unwrap()
    };
    assert_eq!(shown(first + 1).await["title"], "One");
    assert_eq!(shown(first + 3).await["title"], "Two", "as it was then, whichever change wrote it");
    assert!(shown(first).await["blocks"].as_array().unwrap().len() > 1);
    let told = history::show_change(&app.state, first + 2).await.unwrap();
    assert_eq!(told, format!("change {} by pat: import edited.json\n  usgames/page/about-us", first + 2));

    let back = history::restore(&app.state, first + 1, Some(&about), "sam".to_owned()).await.unwrap();
    assert_eq!(addresses(&back.changed), ["usgames/page/about-us"]);
    assert_eq!(title(&app, Site::US_GAMES, "about-us").await, "One");
    let all = history::restore(&app.state, first, None, "sam".to_owned()).await.unwrap();
    assert_eq!(
        (addresses(&all.changed), addresses(&all.removed)),
        (vec!["usgames/page/about-us".to_owned()], vec!["fieldhouse/page/fresh".to_owned()])
    );
    assert_eq!(title(&app, Site::FIELDHOUSE, "fresh").await, "");
    let again = history::restore(&app.state, first + 3, None, "sam".to_owned()).await.unwrap();
    assert_eq!(addresses(&again.added), ["fieldhouse/page/fresh"], "nothing is ever lost");
    assert!(history::list(&app.state, 1, None).await.unwrap().contains(&format!("sam  restore change {}", first + 3)));
    for refused in [
        history::show(&app.state, 999, &about).await.map(drop),
        history::show(&app.state, first, &Address::parse("usgames/page/none").unwrap()).await.map(drop),
        history::restore(&app.state, 999, None, String::new()).await.map(drop),
    ] {
        assert!(refused.unwrap_err().to_string().starts_with("there "));
    }
}

#[tokio::test]
async fn a_search_leads_where_content_says() {
    let app = with_content().await;
    let redirect = async |site: Site, query: &str| {
        app.visitor(site).get(&format!("/api/search/suggest?query={query}")).await.json()["redirect"].clone()
    };
    assert_eq!(redirect(Site::FIELDHOUSE, "Size%20%20CHART").await, "/size-guide/", "of the content that ships");
    let redirects =
        json!([{"queries": ["gridiron"], "href": "/c/football/"}, {"queries": ["xy"], "href": "/returns/"}]);
    import_json(&app, &json!({"site": "usgames", "redirects": redirects})).await.unwrap();
    content::refresh(&app.state, &app.state.contents).await.unwrap();
    assert_eq!(redirect(Site::US_GAMES, "Gridiron").await, "/c/football/");
    assert_eq!(redirect(Site::US_GAMES, "gridiron%20jersey").await, "");
    assert_eq!(redirect(Site::US_GAMES, "xy").await, "", "nothing is said below three characters");
    assert_eq!(redirect(Site::FIELDHOUSE, "gridiron").await, "", "another brand's");
    let twice = json!([{"queries": ["a b"], "href": "/a/"}, {"queries": ["A  B"], "href": "//evil.example"}]);
    let told = import_json(&app, &json!({"site": "usgames", "redirects": twice})).await.unwrap_err().to_string();
    assert!(told.contains("usgames/redirects, redirects.1.href: ") && told.contains("[link_refused]"), "{told}");
}

/// What has been used to run something in a page that shows it.
#[rustfmt::skip]
const SCRIPTS: &[&str] = &[
    "<script>alert(1)</script>", "\"><script>alert(1)</script>", "'><script>alert(1)</script>", "</title><script>alert(1)</script>",
    "</textarea><script>alert(1)</script>", "</script><script>alert(1)</script>", "<ScRiPt>alert(1)</sCrIpT>", "<script src=//evil.example>",
    "<img src=x onerror=alert(1)>", "\"><img src=x onerror=alert(1)>", "<img/src=x/onerror=alert(1)>", "<svg onload=alert(1)>", "<svg/onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>", "<svg><animate onbegin=alert(1) attributeName=x>", "<body onload=alert(1)>", "<iframe src=javascript:alert(1)>",
    "<iframe srcdoc='<script>alert(1)</script>'>", "<object data=javascript:alert(1)>", "<embed src=javascript:alert(1)>", "<a href=javascript:alert(1)>x</a>",
    "<a href=\"java&#09;script:alert(1)\">x</a>", "<a href=\"&#x6A;avascript:alert(1)\">x</a>", "<a href=\" javascript:alert(1)\">x</a>",
    "<a href=\"data:text/html,<script>alert(1)</script>\">x</a>", "<form action=javascript:alert(1)><button>x", "<button formaction=javascript:alert(1)>x",
    "<input autofocus onfocus=alert(1)>", "<details open ontoggle=alert(1)>", "<video><source onerror=alert(1)>", "<audio src=x onerror=alert(1)>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>", "<style>@import 'javascript:alert(1)';</style>", "<link rel=stylesheet href=javascript:alert(1)>",
    "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>", "<base href=//evil.example/>", "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
    "<template><script>alert(1)</script></template>", "<!--><script>alert(1)</script>-->", "<![CDATA[<script>alert(1)</script>]]>", "<isindex type=image src=1 onerror=alert(1)>",
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", "java\nscript:alert(1)", " javascript:alert(1)", "\u{1}javascript:alert(1)", "javascript&colon;alert(1)",
    "data:text/html,<script>alert(1)</script>", "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==", "vbscript:msgbox(1)", "view-source:javascript:alert(1)",
    "//evil.example/", "/\\evil.example/", "\\\\evil.example\\", "///evil.example", "https:evil", "http://[::1", "{{constructor.constructor('alert(1)')()}}", "${alert(1)}",
    "\u{202e}txt.exe", "a\u{0}b", "a\u{2028}b", "\u{feff}<script>alert(1)</script>", "＜script＞alert(1)＜/script＞", "<scr\u{0}ipt>alert(1)</script>",
];

/// Puts a text into every place for one in turn.
fn each_place(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(nth, item)| each_place(item, &format!("{path}/{nth}"), found));
        }
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| each_place(value, &format!("{path}/{name}"), found));
        }
        Value::String(_) => found.push(path.to_owned()),
        _ => {}
    }
}

/// A site's file with a block of every kind, and with every other place for a text.
fn everything() -> Value {
    let link = json!({"href": "/returns/", "title": "t"});
    let image = json!({"href": "/images/ball.svg", "alt": "a", "width": 1, "height": 1});
    let tile = json!({"label": "l", "link": link, "image": image});
    let hero = json!({
        "uid": "h", "header": "h", "subtext": "s", "ctaLink": link, "headerAlignment": "middle", "logo": image,
        "selectHeroBackgroundType": "video", "selectBackgroundColor": "black", "selectTextColor": "default",
        "imageBackground": image, "videoBackground": {"href": "/v.mp4"}, "placeholder": image,
        "selectValuePropLayout": "vertical stacked", "valueProps": ["v"],
    });
    let blocks = json!([
        {"kind": "hero", "hero": hero},
        {"kind": "tiles", "uid": "t", "title": "t", "description": "d", "cta": link, "ctaAlignment": "top", "tileShape": "4:5", "tiles": [tile]},
        {"kind": "products", "title": "p", "category": "soccer"},
        {"kind": "cards", "uid": "c", "title": "c", "cards": [{"title": "c", "text": "t", "link": link, "image": image, "icon": "phone"}]},
        {"kind": "categories", "uid": "cc", "title": "c", "categories": [tile]},
        {"kind": "messages", "uid": "m", "title": "m", "messages": [{"text": "t", "link": link}]},
        {"kind": "accordion", "title": "a", "items": [{"title": "t", "paragraphs": ["p"]}]},
        {"kind": "banner", "title": "b", "text": "t", "cta": link},
        {"kind": "newsletter", "newsletter": {"uid": "n", "headerTitle": "h", "subtitle": "s", "placeholder": "p", "buttonText": "b"}},
        {"kind": "form", "slug": "quote"},
        {"kind": "articles", "title": "a"},
        {"kind": "frame", "title": "Styles", "href": "/reports/catalog"},
        {"kind": "html", "title": "h", "html": "<p>x</p>"},
        {"kind": "text", "title": "t", "paragraphs": ["p"]},
    ]);
    let item = json!({
        "title": "t", "href": "/c/soccer/", "navigation": [{"title": "b", "href": "/"}],
        "spotlight": {"image": image, "title": "s", "links": [link]},
        "topBrands": {"title": "t", "brandList": [{"name": "n", "href": "/", "img": image}]},
    });
    let icon = json!({"link": link, "icon": "phone"});
    let shell = json!({
        "help": [link], "navigation": [item], "announcement": "a", "texts": {"cart.empty": "e"},
        "papers": {"address": ["a"], "remitTo": ["r"], "invoice": {"terms": "t", "footer": "f", "facts": ["ship-to"], "columns": ["item"]}},
        "account": {
            "label": "l", "greeting": "g", "haveAccountTitle": "h", "signInTitle": "s", "items": [link],
            "newCustomer": {"title": "t", "items": [{"iconName": "phone", "title": "t"}], "registerBtn": {"href": "/account/register"}, "registerButtonTitle": "r"},
        },
        "formDrawer": {"header": "h", "stickyButtonText": "s", "forms": ["quote"]},
        "footer": {
            "navigation": [{"title": "t", "links": [link]}], "getInTouchTitle": "g", "getInTouchDescription": "d", "getInTouch": [icon],
            "legalLinks": [{"href": "/terms/", "title": "t", "className": "c"}], "copyright": "c", "themeName": "dark",
            "openUrl": "https://a.example/", "bsnUrl": "https://b.example/", "divisionLinks": [{"title": "t", "links": [link]}],
            "socialIcons": {"title": "s", "links": [icon]},
        },
    });
    json!({
        "site": "fieldhouse", "shell": shell,
        "pages": [{"slug": "home", "title": "h", "description": "d", "contentType": "", "image": image, "blocks": blocks}],
        "forms": [{
            "slug": "quote", "title": "q", "description": "d", "recipient": "team@fieldhouse.example", "submitText": "s",
            "fields": [{"name": "n", "label": "l", "kind": "select", "options": ["o"], "autocomplete": "name"}],
        }],
        "redirects": [{"queries": ["returns"], "href": "/returns/"}],
    })
}

/// True for a name whose value leads somewhere.
fn leads(path: &str) -> bool {
    ["href", "openUrl", "bsnUrl"].iter().any(|name| path.ends_with(&format!("/{name}")))
}

#[tokio::test]
async fn r52_r53_scripts_in_every_place_are_refused_cleaned_or_shown_as_text() {
    let app = TestApp::stocked().await;
    let whole = everything();
    import_json(&app, &whole).await.unwrap();
    content::refresh(&app.state, &app.state.contents).await.unwrap();
    let mut places = Vec::new();
    each_place(&whole, "", &mut places);
    assert!(places.len() > 80, "{places:?}");
    let harmless = app.visitor(Site::FIELDHOUSE).get("/").await;
    let scripts = |text: &str| text.to_ascii_lowercase().matches("<script").count();
    let (mut refused, mut shown) = (0, 0);
    for script in SCRIPTS {
        // All places that take the text at once: what each of them is said to be is judged one by one.
        let mut taken = whole.clone();
        for place in places.iter().filter(|place| !place.ends_with("/kind") && *place != "/site") {
            let mut one = whole.clone();
            *one.pointer_mut(place).unwrap() = json!(script);
            let path = place.trim_start_matches('/').replace('/', ".");
            let is_html = place.ends_with("/html");
            let mut documents = Documents::default();
            documents.take("x.json", &one.to_string(), None, None, Allowed::default());
            match documents.finish() {
                Ok(_) => {
                    assert!(!leads(place) || is_allowed_link(script), "{script:?} at {path}");
                    assert!(is_html || check_content_text(&path, script).is_none(), "{script:?} at {path}");
                    if !leads(place) && !place.ends_with("/slug") {
                        *taken.pointer_mut(place).unwrap() = json!(script);
                    }
                    shown += 1;
                }
                Err(error) => {
                    assert!(error.to_string().contains(" error"), "{error}");
                    refused += 1;
                }
            }
        }
        if taken == whole {
            continue;
        }
        import_json(&app, &taken).await.unwrap();
        content::refresh(&app.state, &app.state.contents).await.unwrap();
        let kept = app.visitor(Site::FIELDHOUSE).get("/api/content/pages/home").await.json();
        let html = kept["blocks"][12]["html"].as_str().unwrap().to_ascii_lowercase();
        assert!(
            !html.contains("<script") && !html.contains("onerror=") && !html.contains("href=\"j"),
            "{script:?}: {html}"
        );
        let page = app.visitor(Site::FIELDHOUSE).get("/").await;
        assert_eq!((page.status, scripts(&page.text)), (harmless.status, scripts(&harmless.text)), "{script:?}");
        for running in
            ["<img src=x", "<svg onload", "<svg/onload", "<iframe src=j", "<body onload", "<object", "<embed"]
        {
            assert!(!page.text.contains(running), "{script:?}: {running}");
        }
    }
    assert!(refused > 1_000 && shown > 1_000, "{refused} refused, {shown} shown");
}

#[tokio::test]
async fn what_is_no_document_is_refused_and_nothing_changes() {
    let app = with_content().await;
    let version = app.state.contents.load().version;
    let file = |pages: Value| json!({"site": "usgames", "pages": pages}).to_string();
    let deep = format!("{{\"site\":\"usgames\",\"pages\":[{{\"slug\":{}0{}}}]}}", "[".repeat(5_000), "]".repeat(5_000));
    let large = file(json!([{"slug": "a", "title": "a".repeat(10 << 20), "description": "", "blocks": []}]));
    let many = file(
        json!([{"slug": "a", "title": "a", "description": "", "blocks": vec![json!({"kind": "text", "title": "t", "paragraphs": ["x".repeat(1_000)]}); 2_000]}]),
    );
    for (text, code) in [
        ("", "not_json"),
        ("null", "wrong_type"),
        ("[]", "wrong_type"),
        ("{\"site\":\"usgames\",\"pages\":{}}", "wrong_type"),
        ("{\"site\":\"usgames\",\"pages\":[null]}", "wrong_type"),
        ("{\"site\":\"usgames\",\"pages\":[],\"pages\":[]}", "name_twice"),
        ("{\"site\":\"usgames\",\"__proto__\":{}}", "kind_unknown"),
        ("{\"site\":7,\"pages\":[]}", "site_unknown"),
        (&deep, "too_deep"),
        (&large, "document_too_large"),
        (&many, "document_too_large"),
        (&file(json!([{"slug": "../x", "title": "t", "description": "", "blocks": []}])), "slug_invalid"),
        (&file(json!([{"slug": "a", "title": "t\u{202e}", "description": "", "blocks": []}])), "bidi_control"),
        (&file(json!([{"slug": "a", "title": "t\u{7}", "description": "", "blocks": []}])), "control_character"),
        (&json!({"site": "usgames", "forms": [{"slug": "f", "title": "t", "recipient": "nobody", "fields": [], "submitText": "s"}]}).to_string(), "form_empty"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.json");
        std::fs::write(&path, text).unwrap();
        let told = import(&app, &path, false, false).await.unwrap_err().to_string();
        let shown: String = text.chars().take(80).collect();
        assert!(told.contains(&format!("[{code}]")) && told.len() < 20_000, "{shown}: {told}");
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("x.json"), b"{\"site\":\"usgames\xff\"}").unwrap();
    assert!(import(&app, folder.path(), false, false).await.unwrap_err().to_string().contains("not UTF-8"));
    assert!(!content::refresh(&app.state, &app.state.contents).await.unwrap());
    assert_eq!(app.state.contents.load().version, version);
}

#[tokio::test]
async fn a_tag_spares_what_is_known_and_moves_with_the_content() {
    let app = with_content().await;
    let visitor = app.visitor(Site::US_GAMES);
    for path in ["/api/shell", "/api/content/pages/about-us", "/about-us/"] {
        let first = visitor.get(path).await;
        let tag = first.headers["etag"].to_str().unwrap().to_owned();
        let ask = async || visitor.send(axum::http::Method::GET, path, &[("if-none-match", &tag)], None).await;
        assert_eq!(ask().await.status, StatusCode::NOT_MODIFIED, "{path}");
        let shell = json!({"announcement": format!("News of {}", &path[1..])});
        let changed = json!({"site": "usgames", "shell": shell, "pages": [page("about-us", path)]});
        import_json(&app, &changed).await.unwrap();
        content::refresh(&app.state, &app.state.contents).await.unwrap();
        let second = ask().await;
        assert_eq!(second.status, StatusCode::OK, "{path}");
        assert_ne!(second.headers["etag"].to_str().unwrap(), tag);
        assert!(second.text.contains(if path.starts_with("/api/content") { path } else { "News of " }), "{path}");
    }
}

#[tokio::test]
async fn r51_r54_frames_lead_to_this_store_and_to_the_hosts_of_the_configuration() {
    let app = with_content().await;
    let policy = async |state| {
        let visitor = Visitor::at(surfaces::router(state, std::sync::Arc::clone(&app.pages)), Site::FIELDHOUSE);
        let page = visitor.get("/order-status/").await;
        page.headers["content-security-policy"].to_str().unwrap().to_owned()
    };
    let plain = policy(app.again(app.state.config.clone())).await;
    assert!(plain.ends_with("; frame-src 'self'"), "{plain}");
    let frames = vec!["https://reports.example".to_owned(), "https://forms.example".to_owned()];
    let named = policy(app.again(Config { frames, ..app.state.config.clone() })).await;
    assert!(named.ends_with("; frame-src 'self' https://reports.example https://forms.example"), "{named}");
}
