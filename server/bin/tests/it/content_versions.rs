//! How many versions of a content document are kept, and what the way back knows about those that are not.

use axum::http::StatusCode;
use fieldhouse_core::brand::Site;
use fieldhouse_shop::{
    config::Config,
    publishing::content::{
        self,
        change::ContentReport,
        document::Address,
        history,
        import::{ContentImport, import_content},
    },
    state::AppState,
};
use serde_json::{Value, json};

use crate::{content::page, support::TestApp};

/// The same store, keeping so many versions.
fn keeping(app: &TestApp, versions: u32) -> AppState {
    app.again(Config { content_versions: versions, ..app.state.config.clone() })
}

async fn import(state: &AppState, file: &Value) -> ContentReport {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("edited.json");
    std::fs::write(&path, file.to_string()).unwrap();
    let import = ContentImport { path, site: None, dry_run: false, remove_missing: false, by: "pat".to_owned() };
    import_content(state, import).await.unwrap()
}

fn pages(pages: &Value) -> Value {
    json!({"site": "usgames", "pages": pages})
}

fn of(name: &str) -> Address {
    Address::parse(&format!("usgames/page/{name}")).unwrap()
}

async fn shown(state: &AppState, change: i64, name: &str) -> anyhow::Result<Value> {
    let text = history::show(state, change, &of(name)).await?;
    Ok(serde_json::from_str::<Value>(&text)?["title"].clone())
}

/// The title of a page as visitors see it.
async fn title(app: &TestApp, name: &str) -> Value {
    content::refresh(&app.state, &app.state.contents).await.unwrap();
    let answer = app.visitor(Site::US_GAMES).get(&format!("/api/content/pages/{name}")).await;
    if answer.status == StatusCode::OK { answer.json()["title"].clone() } else { Value::Null }
}

#[tokio::test]
async fn the_newest_are_kept_and_what_is_shown_always_is() {
    let app = TestApp::start().await;
    let store = keeping(&app, 3);
    let all = json!([page("camp", "0"), page("quiet", "Quiet"), page("brief", "0")]);
    let first = import(&store, &pages(&all)).await.change;
    for nth in 1..=5 {
        import(&store, &pages(&json!([page("camp", &nth.to_string())]))).await;
    }
    let last = first + 5;
    for (change, expected) in [(last, "5"), (last - 1, "4"), (last - 2, "3")] {
        assert_eq!(shown(&store, change, "camp").await.unwrap(), expected);
    }
    let kept = format!("usgames/page/camp as it was after change {first} is kept no longer");
    let told = shown(&store, first, "camp").await.unwrap_err().to_string();
    assert_eq!(told, format!("{kept}: only what came after change {} is", last - 3));
    let told = shown(&store, last - 3, "camp").await.unwrap_err().to_string();
    assert_eq!(told, format!("there is no change {}; see `fieldhouse content history`", last - 3));
    let listed = history::list(&store, 20, None).await.unwrap();
    assert_eq!(listed.lines().filter(|line| line.contains(" pat ")).count(), 4, "{listed}");

    // What nobody changed since keeps its one version, however old it is. That day as a whole does not come back:
    // one of its pages would be missing.
    assert_eq!(shown(&store, first, "quiet").await.unwrap(), "Quiet");
    assert_eq!(shown(&store, last, "quiet").await.unwrap(), "Quiet");
    let refused = history::restore(&store, first, None, "sam".to_owned()).await.unwrap_err().to_string();
    assert!(refused.starts_with(&kept), "{refused}");
    assert_eq!(title(&app, "camp").await, "5");
    history::restore(&store, last - 2, None, "sam".to_owned()).await.unwrap();
    assert_eq!((title(&app, "camp").await, title(&app, "brief").await), (json!("3"), json!("0")));
}

#[tokio::test]
async fn taking_out_is_a_version_like_any_other() {
    let app = TestApp::start().await;
    let store = keeping(&app, 2);
    let first = import(&store, &pages(&json!([page("camp", "0")]))).await.change;
    let remove = json!({"site": "usgames", "remove": ["page/camp"]});
    let out = import(&store, &remove).await.change;
    assert_eq!(title(&app, "camp").await, Value::Null);
    assert_eq!(shown(&store, first, "camp").await.unwrap(), "0");
    let back = history::restore(&store, first, Some(&of("camp")), "sam".to_owned()).await.unwrap();
    assert_eq!(title(&app, "camp").await, "0");
    assert_eq!(shown(&store, back.change, "camp").await.unwrap(), "0");
    let told = shown(&store, out, "camp").await.unwrap_err().to_string();
    assert_eq!(told, format!("there was no usgames/page/camp after change {out}"));
    // The first one made room for the way back.
    assert!(shown(&store, first, "camp").await.is_err());
}

#[tokio::test]
async fn a_smaller_number_counts_from_the_next_change_on_and_one_leaves_what_is_shown() {
    let app = TestApp::start().await;
    let store = keeping(&app, 100);
    let names = ["camp", "quiet"];
    for nth in 0..4 {
        import(&store, &pages(&json!(names.map(|name| page(name, &nth.to_string()))))).await;
    }
    let before = app.state.contents.load().version;
    let report = import(&keeping(&app, 1), &pages(&json!([page("camp", "new")]))).await;
    assert!(report.change > before);
    for (name, expected) in [("camp", "new"), ("quiet", "3")] {
        assert_eq!(shown(&store, report.change, name).await.unwrap(), expected);
        assert_eq!(title(&app, name).await, expected);
    }
    assert!(shown(&store, report.change - 1, "camp").await.unwrap_err().to_string().contains("kept no longer"));
    assert!(shown(&store, report.change - 2, "quiet").await.unwrap_err().to_string().contains("there is no change"));
    let listed = history::list(&store, 20, None).await.unwrap();
    assert_eq!(listed.lines().filter(|line| line.contains(" pat ")).count(), 2, "{listed}");
}
