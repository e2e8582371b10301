//! Raster pictures of an import: WebP in the widths they have, under addresses that never change their bytes; what is
//! hostile is refused with its row, and nothing outside of the folder is read.

use std::{fmt::Write as _, io::Cursor};

use axum::{
    body::Body,
    http::{Request, Response, StatusCode, header},
};
use fieldhouse_core::{brand::Site, catalog::ImageView};
use fieldhouse_shop::{
    finding::{
        catalog::import::{CatalogReport, Import, import},
        snapshot::Snapshot,
    },
    import::ImportError,
};
use http_body_util::BodyExt;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};
use tower::ServiceExt;

use crate::support::TestApp;

const MAPPING: &str = r#"
source = "small"
sites = ["fieldhouse"]
[rows]
group-by = "slug"
[product]
slug = "slug"
name = "name"
[variant]
sku = "sku"
price = "price"
attributes = { color = "color" }
images = { column = "pictures", split = " " }
"#;

/// A file whose rows name pictures, its mapping, and the folder of the pictures.
struct Shelf {
    folder: tempfile::TempDir,
}

impl Shelf {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("pictures/team")).unwrap();
        Self { folder }
    }

    fn put(&self, name: &str, bytes: &[u8]) -> &Self {
        std::fs::write(self.folder.path().join("pictures").join(name), bytes).unwrap();
        self
    }

    /// An import whose rows, one a colour of one product, name these pictures.
    fn naming(&self, cells: &[&str]) -> Import {
        let mut rows = String::from("slug,name,sku,price,color,pictures\n");
        for (nth, cell) in cells.iter().enumerate() {
            writeln!(rows, "ball,Ball,B-{nth},10,Tone {nth},{cell}").unwrap();
        }
        let (file, mapping) = (self.folder.path().join("file.csv"), self.folder.path().join("m.toml"));
        std::fs::write(&file, rows).unwrap();
        std::fs::write(&mapping, MAPPING).unwrap();
        let pictures = Some(self.folder.path().join("pictures"));
        Import {
            file,
            mapping,
            sites: None,
            pictures,
            dry_run: false,
            remove_missing: false,
            today: jiff::civil::date(2026, 12, 1),
        }
    }
}

/// Something to see: no two columns are the same.
fn pixels(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| {
        Rgb([u8::try_from(x % 251).unwrap(), u8::try_from(y % 241).unwrap(), u8::try_from((x + y) % 239).unwrap()])
    })
}

fn written(picture: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.into().write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// The pictures of each colour, as the product page gets them.
async fn shown(app: &TestApp) -> Vec<Vec<ImageView>> {
    fieldhouse_shop::finding::snapshot::refresh(&app.state, &app.state.catalog).await.unwrap();
    let catalog = app.state.catalog.load_full();
    let ball = catalog.by_slug(Site::FIELDHOUSE, "ball").unwrap();
    catalog.product_view(Site::FIELDHOUSE, ball).variants.into_iter().map(|group| group.images).collect()
}

async fn get(app: &TestApp, path: &str, known: Option<&str>) -> (Response<()>, Vec<u8>) {
    let mut request = Request::get(path).header(header::HOST, "fieldhouse.localhost:8420");
    if let Some(tag) = known {
        request = request.header(header::IF_NONE_MATCH, tag);
    }
    let response = app.router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    let (parts, body) = response.into_parts();
    (Response::from_parts(parts, ()), body.collect().await.unwrap().to_bytes().to_vec())
}

fn sources(image: &ImageView) -> Vec<(String, u32)> {
    let source = |source: &str| {
        let (address, width) = source.trim().split_once(' ').unwrap();
        (address.to_owned(), width.strip_suffix('w').unwrap().parse().unwrap())
    };
    image.srcset.split(',').map(source).collect()
}

#[tokio::test]
async fn pictures_become_webp_in_the_widths_they_have_and_are_kept_for_ever() {
    let app = TestApp::start().await;
    let glass = RgbaImage::from_pixel(300, 200, Rgba([200, 30, 40, 128]));
    let shelf = Shelf::new();
    shelf
        .put("front.png", &written(pixels(1700, 170), ImageFormat::Png))
        .put("team/back.jpeg", &written(pixels(400, 500), ImageFormat::Jpeg))
        .put("glass.png", &written(glass, ImageFormat::Png))
        .put("moving.gif", &written(DynamicImage::from(pixels(320, 100)).into_rgba8(), ImageFormat::Gif))
        .put("ready.webp", &written(pixels(200, 200), ImageFormat::WebP))
        // A name tells nothing: what stands in the file does.
        .put("liar.gif", &written(pixels(161, 90), ImageFormat::Jpeg));
    let cells = ["front.png team/back.jpeg", "glass.png", "moving.gif", "ready.webp", "liar.gif"];

    let dry = import(&app.state.db, Import { dry_run: true, ..shelf.naming(&cells) }).await.unwrap();
    assert!(dry.dry_run);
    let report = import(&app.state.db, shelf.naming(&cells)).await.unwrap();
    assert_eq!((report.foreign_pictures, report.missing_pictures), (0, 0));

    let groups = shown(&app).await;
    let sizes: Vec<Vec<u32>> =
        groups.iter().flatten().map(|image| sources(image).into_iter().map(|(_, width)| width).collect()).collect();
    assert_eq!(
        sizes,
        [
            vec![160, 320, 640, 960, 1600],
            vec![160, 320, 400],
            vec![160, 300],
            vec![160, 320],
            vec![160, 200],
            vec![160, 161]
        ]
    );
    let first = &groups[0][0];
    assert_eq!((first.width, first.height, first.alt.as_str()), (960, 96, "Ball, Tone 0"));
    assert_eq!(groups[0][1].alt, "Ball, Tone 0, picture 2");
    for image in groups.iter().flatten() {
        assert!(sources(image).contains(&(image.href.clone(), image.width)));
        for (address, width) in sources(image) {
            let (response, bytes) = get(&app, &address, None).await;
            assert_eq!(response.status(), StatusCode::OK, "{address}");
            assert_eq!(response.headers()["content-type"], "image/webp");
            assert_eq!(response.headers()["x-content-type-options"], "nosniff");
            assert_eq!(response.headers()["cache-control"], "public, max-age=31536000, immutable");
            let read = image::load_from_memory_with_format(&bytes, ImageFormat::WebP).unwrap();
            assert_eq!(read.width(), width);
            let due = f64::from(image.height) * f64::from(width) / f64::from(image.width);
            assert!((f64::from(read.height()) - due).abs() <= 1.5, "{address}: {} and not {due}", read.height());
            let tag = response.headers()["etag"].to_str().unwrap().to_owned();
            assert_eq!(get(&app, &address, Some(&tag)).await.0.status(), StatusCode::NOT_MODIFIED);
        }
    }
    // What can be seen through stays so.
    let (_, bytes) = get(&app, &groups[1][0].href, None).await;
    let seen = image::load_from_memory(&bytes).unwrap().into_rgba8();
    let Rgba([red, _, _, alpha]) = *seen.get_pixel(150, 100);
    assert!(red.abs_diff(200) < 12 && alpha.abs_diff(128) < 4, "{red} {alpha}");
    // Lossy on purpose: a photograph's worth of pixels in a part of what they take as they are.
    let (_, widest) = get(&app, &sources(first).last().unwrap().0, None).await;
    assert!(widest.len() * 4 < 1600 * 160 * 3, "{}", widest.len());

    let again = import(&app.state.db, shelf.naming(&cells)).await.unwrap();
    assert!(again.changes.is_empty(), "{again}");
    // Another picture under the same name has another address.
    shelf.put("ready.webp", &written(pixels(200, 210), ImageFormat::WebP));
    import(&app.state.db, shelf.naming(&cells)).await.unwrap();
    assert_ne!(shown(&app).await[3][0].href, groups[3][0].href);
    assert_eq!(get(&app, &groups[3][0].href, None).await.0.status(), StatusCode::OK, "pages still out there show it");
}

#[tokio::test]
async fn a_picture_that_is_not_there_gives_way_to_the_placeholder_and_none_is_fetched() {
    let app = TestApp::start().await;
    let shelf = Shelf::new();
    shelf.put("ball.png", &written(pixels(160, 160), ImageFormat::Png));
    let cells = ["gone.png", "https://pictures.example/a/ball.png?x=1", "https://pictures.example/other.png"];
    let report = import(&app.state.db, shelf.naming(&cells)).await.unwrap();
    assert_eq!((report.missing_pictures, report.foreign_pictures), (1, 1));
    assert!(report.to_string().contains("1 pictures not found: the placeholder stands in"), "{report}");
    let groups = shown(&app).await;
    assert_eq!(groups[0][0].href, "/images/placeholder.svg");
    assert!(groups[0][0].width > 0 && groups[0][0].height > 0);
    // The file of an address elsewhere may lie in the folder.
    assert!(groups[1][0].href.ends_with("-160.webp"), "{}", groups[1][0].href);
    assert_eq!(groups[2][0].href, "/images/placeholder.svg");

    let without = Import { pictures: None, ..shelf.naming(&cells) };
    let CatalogReport { foreign_pictures, missing_pictures, .. } = import(&app.state.db, without).await.unwrap();
    assert_eq!((foreign_pictures, missing_pictures), (3, 0));
}

#[tokio::test]
async fn r56_nothing_outside_of_the_folder_is_read() {
    let app = TestApp::start().await;
    let shelf = Shelf::new();
    let canary = shelf.folder.path().join("canary.png");
    std::fs::write(&canary, written(pixels(50, 50), ImageFormat::Png)).unwrap();
    std::os::unix::fs::symlink(&canary, shelf.folder.path().join("pictures/link.png")).unwrap();
    std::os::unix::fs::symlink(shelf.folder.path(), shelf.folder.path().join("pictures/up")).unwrap();
    let absolute = canary.display().to_string();
    let cells = [
        "../canary.png",
        "team/../../canary.png",
        "link.png",
        "up/canary.png",
        absolute.as_str(),
        "https://pictures.example/..",
        "file:///etc/passwd",
        ".",
        "team",
    ];
    import(&app.state.db, shelf.naming(&cells)).await.unwrap();
    for images in shown(&app).await {
        assert_eq!(images[0].href, "/images/placeholder.svg");
    }
}

/// A PNG whose head says it is that large, and little else.
fn claiming(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = written(pixels(1, 1), ImageFormat::Png);
    bytes[16..20].copy_from_slice(&width.to_be_bytes());
    bytes[20..24].copy_from_slice(&height.to_be_bytes());
    let mut crc = flate2::Crc::new();
    crc.update(&bytes[12..29]);
    bytes[29..33].copy_from_slice(&crc.sum().to_be_bytes());
    bytes
}

/// The first part of a picture.
fn cut(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.len() * 2 / 3]
}

async fn refusals(app: &TestApp, import_of: Import) -> Vec<(u64, String, String)> {
    let error = import(&app.state.db, import_of).await.unwrap_err();
    assert_eq!(Snapshot::from_db(&app.state.db).await.unwrap().change, 0, "something was changed: {error}");
    let ImportError::Rows { shown, .. } = error else { panic!("{error}") };
    shown.into_iter().map(|error| (error.row, error.column, error.message)).collect()
}

#[tokio::test]
async fn hostile_pictures_are_refused_by_row_and_nothing_is_changed() {
    const SCRIPT: &[u8] = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>";
    let app = TestApp::start().await;
    let large = pixels(300, 300);
    let png = written(large.clone(), ImageFormat::Png);
    let other = "is no JPEG, PNG, GIF or WebP picture";
    let cases: Vec<(&str, Vec<u8>, &str)> = vec![
        ("bomb.png", claiming(60_000, 60_000), "pixels: at most"),
        ("wide.png", claiming(12_001, 1), "pixels: at most"),
        ("many.png", claiming(11_000, 11_000), "11000 × 11000 pixels: at most"),
        // Few enough pixels to be opened, but the file does not have them.
        ("hollow.png", claiming(3_000, 3_000), "damaged or cut off"),
        ("fat.png", [png.clone(), vec![0; 20 * 1024 * 1024]].concat(), "larger than 20 MB"),
        ("cut.png", cut(&png).to_vec(), "damaged or cut off"),
        ("cut.jpg", cut(&written(large.clone(), ImageFormat::Jpeg)).to_vec(), "damaged or cut off"),
        (
            "cut.gif",
            cut(&written(DynamicImage::from(large.clone()).into_rgba8(), ImageFormat::Gif)).to_vec(),
            "damaged",
        ),
        ("cut.webp", cut(&written(large, ImageFormat::WebP)).to_vec(), "damaged or cut off"),
        ("script.svg", SCRIPT.to_vec(), other),
        ("script.png", SCRIPT.to_vec(), other),
        ("page.jpg", b"<!doctype html><script>alert(1)</script>".to_vec(), other),
        ("empty.png", Vec::new(), other),
        ("old.bmp", b"BM\x1e\0\0\0\0\0\0\0\x1a\0\0\0\x0c\0\0\0\x01\0\x01\0\x01\0\x18\0\0\0\xff\0".to_vec(), other),
        ("head.png", b"\x89PNG\r\n\x1a\n".to_vec(), "damaged or cut off"),
    ];
    let shelf = Shelf::new();
    for (name, bytes, expected) in &cases {
        shelf.put(name, bytes);
        let told = refusals(&app, shelf.naming(&[name])).await;
        assert_eq!(told.len(), 1, "{name}: {told:?}");
        let (row, column, message) = &told[0];
        assert_eq!((*row, column.as_str()), (2, "pictures"), "{name}");
        assert!(message.starts_with(&format!("'{name}': ")) && message.contains(expected), "{message}");
        let dry = Import { dry_run: true, ..shelf.naming(&[name]) };
        assert!(import(&app.state.db, dry).await.is_err(), "{name}: a dry run tells it too");
    }
    // All of them beside one that is right: each is told, and the right one is not taken alone.
    shelf.put("right.png", &png);
    let names: Vec<&str> = std::iter::once("right.png").chain(cases.iter().map(|(name, ..)| *name)).collect();
    let told = refusals(&app, shelf.naming(&names)).await;
    assert!(!told.is_empty() && told.iter().all(|(row, ..)| *row > 2), "{told:?}");
}

#[tokio::test]
async fn a_camera_that_was_held_upright_is_shown_upright() {
    let app = TestApp::start().await;
    // An EXIF segment that says 'turn right', behind the first marker.
    let mut jpeg = written(pixels(400, 200), ImageFormat::Jpeg);
    let tiff = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
    let length = u16::try_from(tiff.len() + 8).unwrap().to_be_bytes();
    let segment = [&[0xff, 0xe1][..], &length, b"Exif\0\0", tiff].concat();
    jpeg.splice(2..2, segment);
    let shelf = Shelf::new();
    shelf.put("held.jpg", &jpeg);
    import(&app.state.db, shelf.naming(&["held.jpg"])).await.unwrap();
    let image = &shown(&app).await[0][0];
    assert_eq!((image.width, image.height), (200, 400));
    let read = image::load_from_memory(&get(&app, &image.href, None).await.1).unwrap();
    assert_eq!((read.width(), read.height()), (200, 400));
}

#[tokio::test]
async fn addresses_nobody_gave_out_are_not_there() {
    let app = TestApp::start().await;
    for path in [
        "/images/AAAAAAAAAAAAAAAAAAAAAAAA-160.webp",
        "/images/.webp",
        "/images/..%2f..%2fstore.db.webp",
        "/images/%00.webp",
        "/images/x'%20or%201=1--.webp",
    ] {
        let (response, _) = get(&app, path, None).await;
        assert!([StatusCode::NOT_FOUND, StatusCode::BAD_REQUEST].contains(&response.status()), "{path}");
    }
    let long = format!("/images/{}.webp", "a".repeat(4000));
    assert_eq!(get(&app, &long, None).await.0.status(), StatusCode::NOT_FOUND);
}
