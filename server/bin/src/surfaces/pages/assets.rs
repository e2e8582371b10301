//! The storefront's build and the desk's: in the binary for a release, in a folder while developing. Which files
//! the document needs comes from the bundler's manifest.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, VecDeque},
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::Context;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use base64::{Engine, engine::general_purpose::STANDARD};
use bytes::Bytes;
use fieldhouse_core::brand::{Site, brand};
use fieldhouse_kernel::http::cached::{Cached, IMMUTABLE, REVALIDATED};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use fieldhouse_shop::config::{Config, brands::AddedBrand};

use crate::surfaces::pages::address::PageKind;

#[cfg(not(debug_assertions))]
mod embedded {
    //! All builds inside the binary.

    /// What the browser loads.
    #[derive(rust_embed::Embed)]
    #[folder = "$CARGO_MANIFEST_DIR/../../web/dist"]
    #[allow_missing = true]
    pub struct Browser;

    /// What the page renderer runs.
    #[derive(rust_embed::Embed)]
    #[folder = "$CARGO_MANIFEST_DIR/../../web/dist-server"]
    #[allow_missing = true]
    pub struct Renderer;

    /// What the browser loads at the desk.
    #[derive(rust_embed::Embed)]
    #[folder = "$CARGO_MANIFEST_DIR/../../web/dist-desk"]
    #[allow_missing = true]
    pub struct Desk;
}

/// Start of the addresses of the storefront's files.
pub const STORE: &str = "/";
/// The same of the desk's.
pub const DESK: &str = "/desk/";

/// Fetches the modules once the page can be seen: on a slow line they would hold up its text and pictures.
pub const START: &str = "/assets/start.v2.js";

/// The scripts of each kind of public page, as the bundler names them (`web/src/app/public-pages.tsx`).
const KINDS: [(PageKind, &str); 3] = [
    (PageKind::Content, "src/features/content/content/ContentPage.tsx"),
    (PageKind::List, "src/features/finding/search/ListPage.tsx"),
    (PageKind::Product, "src/features/finding/catalog/ProductPage.tsx"),
];

/// A build, ready to be sent and run.
#[derive(Debug, Default)]
pub struct Assets {
    files: HashMap<String, Cached>,
    /// Addresses the document refers to.
    pub entry: Arc<Entry>,
    /// The same of public pages, with the scripts of their kind.
    kinds: BTreeMap<PageKind, Arc<Entry>>,
    /// The page renderer's script.
    pub renderer: Option<Arc<str>>,
    /// Where they come from, for people.
    pub origin: String,
}

/// A file of a build.
struct Built {
    bytes: Bytes,
    /// Its SHA-256. Of what lies in the binary the compiler knows it, so that a start does not read what nobody asked for yet.
    digest: [u8; 32],
}

impl From<Vec<u8>> for Built {
    fn from(bytes: Vec<u8>) -> Self {
        Self { digest: Sha256::digest(&bytes).into(), bytes: bytes.into() }
    }
}

/// What a document loads.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The module that brings the page to life.
    pub script: Option<String>,
    /// Style sheets.
    pub styles: Vec<String>,
    /// Modules it imports: fetched at once instead of one after the other.
    pub modules: Vec<String>,
    /// The rules' wasm.
    pub wasm: Vec<String>,
    /// The basic characters of the body font, the same for all brands, and of the brands' headings.
    pub fonts: Vec<String>,
    /// Style sheets of the brands that were added.
    pub own_styles: BTreeMap<Site, String>,
    /// What a browser must find in the scripts, by their addresses (R65): `sha256-…`.
    pub integrity: BTreeMap<String, String>,
}

/// A chunk of the bundler's manifest.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Chunk {
    file: String,
    #[serde(default)]
    is_entry: bool,
    #[serde(default)]
    imports: Vec<String>,
    #[serde(default)]
    dynamic_imports: Vec<String>,
    #[serde(default)]
    css: Vec<String>,
    #[serde(default)]
    assets: Vec<String>,
}

impl Assets {
    /// The configured folder, else the folder of the sources while developing, else the binary's own.
    pub fn load(config: &Config) -> anyhow::Result<Self> {
        let mut assets = match config.web.clone().or_else(developers_folder) {
            Some(folder) => Self::from_folder(&folder)?,
            None => Self::from_binary()?,
        };
        assets.add_brands(&config.added)?;
        Ok(assets)
    }

    /// The desk's build, from the same places.
    pub fn of_desk(config: &Config) -> anyhow::Result<Self> {
        match config.web.clone().or_else(developers_folder) {
            Some(folder) => {
                let files = files_in(&folder.join("dist-desk"))?;
                Self::from_files(files, None, (DESK, folder.display().to_string()))
            }
            None => Self::desk_from_binary(),
        }
    }

    fn add_brands(&mut self, added: &[AddedBrand]) -> anyhow::Result<()> {
        for brand in added {
            for file in brand.icon.iter().chain(&brand.style) {
                self.files.insert(file.name.clone(), cached(&file.name, file.bytes.clone(), None)?);
            }
            if let (Some(site), Some(style)) = (Site::parse(&brand.row.site), &brand.style) {
                for entry in std::iter::once(&mut self.entry).chain(self.kinds.values_mut()) {
                    Arc::make_mut(entry).own_styles.insert(site, ["/", &style.name].concat());
                }
            }
        }
        Ok(())
    }

    /// Builds in `dist` and `dist-server` of a folder.
    pub fn from_folder(folder: &Path) -> anyhow::Result<Self> {
        let files = files_in(&folder.join("dist"))?;
        let renderer = std::fs::read_to_string(folder.join("dist-server/entry-server.js")).ok();
        Self::from_files(files, renderer, (STORE, folder.display().to_string()))
    }

    #[cfg(not(debug_assertions))]
    fn from_binary() -> anyhow::Result<Self> {
        let renderer = embedded::Renderer::get("entry-server.js");
        let renderer = renderer.map(|file| String::from_utf8_lossy(&file.data).into_owned());
        Self::from_files(embedded_files::<embedded::Browser>(), renderer, (STORE, "this binary".to_owned()))
    }

    #[cfg(not(debug_assertions))]
    fn desk_from_binary() -> anyhow::Result<Self> {
        Self::from_files(embedded_files::<embedded::Desk>(), None, (DESK, "this binary".to_owned()))
    }

    #[cfg(debug_assertions)]
    #[expect(clippy::unnecessary_wraps, reason = "a release reads its manifest here")]
    fn desk_from_binary() -> anyhow::Result<Self> {
        Ok(Self::default())
    }

    #[cfg(debug_assertions)]
    #[expect(clippy::unnecessary_wraps, reason = "a release reads its manifest here")]
    fn from_binary() -> anyhow::Result<Self> {
        Ok(Self::default())
    }

    fn from_files(
        mut files: HashMap<String, Built>,
        renderer: Option<String>,
        (below, origin): (&str, String),
    ) -> anyhow::Result<Self> {
        let manifest = files.remove(".vite/manifest.json").map(|file| file.bytes);
        let mut entry = match &manifest {
            Some(json) => Entry::read(json, below).context("the build's manifest cannot be read")?,
            None => Entry::default(),
        };
        let parts = match &manifest {
            Some(json) => Entry::parts(json, below)?,
            None => BTreeMap::new(),
        };
        let named = entry.scripts().map(ToOwned::to_owned).chain(parts.values().flatten().cloned());
        for address in named.collect::<Vec<_>>() {
            if let Some(file) = files.get(address.strip_prefix(below).unwrap_or_default()) {
                entry.integrity.insert(address, ["sha256-", &STANDARD.encode(file.digest)].concat());
            }
        }
        // Made by the storefront's build beside each file: `app.js.br`, `app.js.gz`.
        let (smaller, plain): (Vec<_>, Vec<_>) =
            files.into_iter().partition(|(name, _)| has_ending(name, "br") || has_ending(name, "gz"));
        let mut smaller: HashMap<String, Built> = smaller.into_iter().collect();
        let mut kept = HashMap::new();
        for (name, file) in plain {
            let mut made = |ending: &str| Some(smaller.remove(&[name.as_str(), ending].concat())?.bytes);
            let (gzip, brotli) = (made(".gz"), made(".br"));
            let cached = cached(&name, file.bytes, Some(file.digest))?.with(gzip, brotli);
            kept.insert(name, cached);
        }
        let kinds = parts.into_iter().map(|(kind, part)| {
            let mut entry = entry.clone();
            let more = part.into_iter().filter(|file| !entry.modules.contains(file));
            let more = more.collect::<Vec<_>>();
            entry.modules.extend(more);
            (kind, Arc::new(entry))
        });
        let kinds = kinds.collect();
        Ok(Self { files: kept, entry: Arc::new(entry), kinds, renderer: renderer.map(Arc::from), origin })
    }

    /// What the document of a page refers to.
    pub fn entry_of(&self, kind: Option<PageKind>) -> Arc<Entry> {
        Arc::clone(kind.and_then(|kind| self.kinds.get(&kind)).unwrap_or(&self.entry))
    }

    /// The file of a path, as `/assets/app-1a2b.js` or `/favicon.svg`.
    pub fn answer(&self, path: &str, asked: &HeaderMap) -> Option<Response> {
        Some(self.files.get(path.strip_prefix('/')?)?.answer(asked))
    }

    /// Files whose names say what is in them, by their addresses: what another release's node may be asked for.
    pub fn kept_for_others<'a>(&'a self, below: &'a str) -> impl Iterator<Item = (String, Bytes)> + 'a {
        let hashed = self.files.iter().filter(|(name, _)| name.starts_with("assets/"));
        hashed.map(move |(name, file)| ([below, name].concat(), file.identity.clone()))
    }

    /// Adds up what the build consists of.
    pub fn sum_up(&self, sum: &mut Sha256) {
        for (name, file) in self.files.iter().collect::<BTreeMap<_, _>>() {
            sum.update(name);
            sum.update(&file.etag);
        }
        sum.update(self.renderer.as_deref().unwrap_or_default());
    }

    /// Number of files.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// True when the storefront was not built.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }
}

/// Everything that lies in a folder, by its path there.
fn files_in(root: &Path) -> anyhow::Result<HashMap<String, Built>> {
    let mut files = HashMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(next) = folders.pop() {
        // Not built yet: the API works without pages.
        let Ok(entries) = std::fs::read_dir(&next) else { continue };
        for entry in entries {
            let entry = entry?;
            let (kind, path) = (entry.file_type()?, entry.path());
            if kind.is_dir() {
                folders.push(path);
                continue;
            }
            // A link leads who knows where: only what lies in the folder is served (R56).
            if !kind.is_file() {
                continue;
            }
            if let Ok(name) = path.strip_prefix(root) {
                let bytes = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
                files.insert(name.to_string_lossy().replace('\\', "/"), bytes.into());
            }
        }
    }
    Ok(files)
}

#[cfg(not(debug_assertions))]
fn embedded_files<Build: rust_embed::Embed>() -> HashMap<String, Built> {
    let built = |file: rust_embed::EmbeddedFile| {
        let digest = file.metadata.sha256_hash();
        let bytes = match file.data {
            std::borrow::Cow::Borrowed(data) => Bytes::from_static(data),
            std::borrow::Cow::Owned(data) => Bytes::from(data),
        };
        Built { bytes, digest }
    };
    Build::iter().filter_map(|name| Some((name.to_string(), built(Build::get(&name)?)))).collect()
}

/// A file as it is, by its name, with its SHA-256 where that is known.
pub fn cached(name: &str, bytes: Bytes, digest: Option<[u8; 32]>) -> anyhow::Result<Cached> {
    let kind = mime_guess::from_path(name).first_or_octet_stream();
    let text = kind.type_() == mime_guess::mime::TEXT;
    let kind = if text { format!("{}; charset=utf-8", kind.essence_str()) } else { kind.essence_str().into() };
    let cache = if name.starts_with("assets/") { IMMUTABLE } else { REVALIDATED };
    let digest = digest.unwrap_or_else(|| Sha256::digest(&bytes).into());
    Ok(Cached::digested(bytes, digest, HeaderValue::try_from(kind)?, cache))
}

fn has_ending(name: &str, ending: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == ending)
}

#[cfg(debug_assertions)]
#[expect(clippy::unnecessary_wraps, reason = "a release has no such folder")]
fn developers_folder() -> Option<PathBuf> {
    Some(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web"))
}

#[cfg(not(debug_assertions))]
const fn developers_folder() -> Option<PathBuf> {
    None
}

/// Chunks and all that they import at once, each a single time, without the entry.
fn with_imports<'a>(chunks: &'a BTreeMap<String, Chunk>, names: impl Iterator<Item = &'a str>) -> Vec<&'a Chunk> {
    let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
    let mut open: VecDeque<&str> = names.collect();
    while let Some(name) = open.pop_front() {
        if let Some(chunk) = chunks.get(name).filter(|chunk| !chunk.is_entry && seen.insert(name)) {
            open.extend(chunk.imports.iter().map(String::as_str));
            found.push(chunk);
        }
    }
    found
}

impl Entry {
    /// The scripts of each kind of page; a kind that was not built apart has none.
    fn parts(manifest: &[u8], below: &str) -> anyhow::Result<BTreeMap<PageKind, Vec<String>>> {
        let chunks: BTreeMap<String, Chunk> = serde_json::from_slice(manifest)?;
        let files = |name| {
            with_imports(&chunks, std::iter::once(name))
                .into_iter()
                .map(|chunk| [below, &chunk.file].concat())
                .collect()
        };
        Ok(KINDS.into_iter().map(|(kind, name)| (kind, files(name))).collect())
    }

    fn read(manifest: &[u8], below: &str) -> anyhow::Result<Self> {
        let chunks: BTreeMap<String, Chunk> = serde_json::from_slice(manifest)?;
        let entry = chunks.values().find(|chunk| chunk.is_entry).context("there is no entry")?;
        let address = |file: &String| [below, file].concat();
        let is_wasm = |file: &&String| has_ending(file, "wasm");
        let mut imports = with_imports(&chunks, entry.imports.iter().map(String::as_str));
        // The rules come by a dynamic import of their own, before anything is shown alive. Rules that only a
        // page asks for are loaded with that page.
        let asked: BTreeSet<&String> =
            imports.iter().chain([&entry]).flat_map(|chunk| &chunk.dynamic_imports).collect();
        let has_wasm =
            |name: &&String| chunks.get(*name).is_some_and(|chunk| chunk.assets.iter().any(|file| is_wasm(&file)));
        let rules = with_imports(&chunks, asked.into_iter().filter(has_wasm).map(String::as_str));
        let more = rules.into_iter().filter(|chunk| imports.iter().all(|known| known.file != chunk.file));
        let more = more.collect::<Vec<_>>();
        imports.extend(more);
        let (mut modules, mut wasm) = (Vec::new(), Vec::new());
        for chunk in imports {
            modules.push(address(&chunk.file));
            wasm.extend(chunk.assets.iter().filter(is_wasm).map(address));
        }
        wasm.extend(entry.assets.iter().filter(is_wasm).map(address));
        Ok(Self {
            script: Some(address(&entry.file)),
            styles: entry.css.iter().map(address).collect(),
            modules,
            wasm,
            own_styles: BTreeMap::new(),
            integrity: BTreeMap::new(),
            fonts: entry.assets.iter().filter(|file| is_basic_font(file)).map(address).collect(),
        })
    }
}

/// As `web/subset-fonts.mjs` names them.
fn is_basic_font(file: &str) -> bool {
    has_ending(file, "woff2") && (file.contains("/inter-basic-") || file.contains("/heading-"))
}

impl Entry {
    /// Every script a document names.
    pub fn scripts(&self) -> impl Iterator<Item = &str> {
        let named = self.script.iter().chain(&self.modules).map(String::as_str);
        std::iter::once(START).chain(named)
    }

    /// What a browser must find in a script; empty when that is not known.
    pub fn integrity_of(&self, address: &str) -> &str {
        self.integrity.get(address).map_or("", String::as_str)
    }

    /// The style sheets of a site's pages.
    pub fn styles_of(&self, site: Site) -> impl Iterator<Item = &String> {
        self.styles.iter().chain(self.own_styles.get(&site))
    }

    /// The fonts a page of a site is written in.
    pub fn fonts_of(&self, site: Site) -> impl Iterator<Item = &String> {
        let heading = format!("/heading-{}-", brand(site).design);
        self.fonts.iter().filter(move |file| !file.contains("/heading-") || file.contains(&heading))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manifest_tells_what_a_document_loads() {
        let manifest = br#"{
            "../pkg/rules.js": {"file": "assets/rules-1.js", "isDynamicEntry": true, "imports": ["_helper.js"],
                "assets": ["assets/rules-2.wasm"]},
            "_helper.js": {"file": "assets/helper-8.js"},
            "../pkg/roster.js": {"file": "assets/roster-9.js", "isDynamicEntry": true, "assets": ["assets/roster-9.wasm"]},
            "_runtime.js": {"file": "assets/runtime-3.js", "dynamicImports": ["../pkg/rules.js", "src/Cart.tsx"]},
            "src/Cart.tsx": {"file": "assets/Cart-4.js", "isDynamicEntry": true, "dynamicImports": ["../pkg/roster.js"]},
            "src/entry-client.tsx": {"file": "assets/app-5.js", "isEntry": true, "imports": ["_runtime.js"],
                "css": ["assets/app-6.css"], "assets": ["assets/inter-basic-7.woff2", "assets/inter-latin-8.woff2",
                    "assets/heading-usgames-1.woff2", "assets/heading-fieldhouse-2.woff2"]}
        }"#;
        let entry = Entry::read(manifest, STORE).unwrap();
        assert_eq!(entry.script.as_deref(), Some("/assets/app-5.js"));
        assert_eq!(entry.styles, ["/assets/app-6.css"]);
        assert_eq!(entry.modules, ["/assets/runtime-3.js", "/assets/rules-1.js", "/assets/helper-8.js"]);
        assert_eq!(entry.wasm, ["/assets/rules-2.wasm"]);
        let fonts: Vec<&String> = entry.fonts_of(Site::US_GAMES).collect();
        assert_eq!(fonts, ["/assets/inter-basic-7.woff2", "/assets/heading-usgames-1.woff2"]);
    }

    #[test]
    fn a_document_names_the_scripts_of_its_kind_of_page() {
        let manifest = r#"{
            "src/entry-client.tsx": {"file": "assets/app-5.js", "isEntry": true, "imports": ["_core.js"],
                "dynamicImports": ["src/features/finding/catalog/ProductPage.tsx"]},
            "_core.js": {"file": "assets/core-1.js"},
            "_goods.js": {"file": "assets/goods-2.js", "imports": ["_core.js", "_price.js"]},
            "_price.js": {"file": "assets/price-3.js", "imports": ["_goods.js"]},
            "src/features/finding/catalog/ProductPage.tsx": {"file": "assets/product-4.js", "isDynamicEntry": true,
                "imports": ["src/entry-client.tsx", "_core.js", "_goods.js"]}
        }"#;
        let files = [(".vite/manifest.json", manifest), ("assets/price-3.js", "alert(1)")];
        let files = files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec().into())).into();
        let assets = Assets::from_files(files, None, (STORE, String::new())).unwrap();
        let product = assets.entry_of(Some(PageKind::Product));
        assert_eq!(
            product.modules,
            ["/assets/core-1.js", "/assets/product-4.js", "/assets/goods-2.js", "/assets/price-3.js"]
        );
        assert!(product.integrity_of("/assets/price-3.js").starts_with("sha256-"), "R65 holds for them too");
        assert_eq!(assets.entry_of(Some(PageKind::List)).modules, ["/assets/core-1.js"], "not built apart");
        assert_eq!(assets.entry_of(None), assets.entry);
    }

    #[test]
    fn hashed_names_are_kept_for_ever_and_smaller_twins_are_used() {
        let folder = tempfile::tempdir().unwrap();
        let assets = folder.path().join("dist/assets");
        std::fs::create_dir_all(&assets).unwrap();
        std::fs::write(assets.join("app-1.js"), "long").unwrap();
        std::fs::write(assets.join("app-1.js.br"), "short").unwrap();
        std::fs::write(folder.path().join("dist/favicon.svg"), "<svg/>").unwrap();
        let loaded = Assets::from_folder(folder.path()).unwrap();
        assert_eq!(loaded.len(), 2);
        let asked = HeaderMap::from_iter([("accept-encoding".parse().unwrap(), HeaderValue::from_static("br"))]);
        let answer = loaded.answer("/assets/app-1.js", &asked).unwrap();
        assert_eq!(answer.headers()["content-encoding"], "br");
        assert_eq!(answer.headers()["content-type"], "text/javascript; charset=utf-8");
        assert_eq!(answer.headers()["cache-control"], IMMUTABLE);
        assert_eq!(loaded.answer("/favicon.svg", &asked).unwrap().headers()["cache-control"], REVALIDATED);
        assert!(loaded.answer("/assets/../favicon.svg", &asked).is_none());
        assert!(loaded.renderer.is_none());
    }

    #[test]
    fn r65_a_document_says_what_its_scripts_must_be() {
        let files = [
            (".vite/manifest.json", r#"{"a.tsx": {"file": "assets/app-5.js", "isEntry": true}}"#),
            ("assets/app-5.js", "alert(1)"),
        ];
        let files = files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec().into())).into();
        let entry = Assets::from_files(files, None, (STORE, String::new())).unwrap().entry;
        assert_eq!(entry.integrity_of("/assets/app-5.js"), "sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=");
        assert_eq!(entry.integrity_of(START), "", "not built");
    }

    #[test]
    fn the_desks_files_have_addresses_below_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let assets = folder.path().join("dist-desk/assets");
        std::fs::create_dir_all(&assets).unwrap();
        std::fs::create_dir_all(folder.path().join("dist-desk/.vite")).unwrap();
        let manifest = r#"{"main.tsx": {"file": "assets/desk-1.js", "isEntry": true, "css": ["assets/desk-2.css"]}}"#;
        std::fs::write(folder.path().join("dist-desk/.vite/manifest.json"), manifest).unwrap();
        std::fs::write(assets.join("desk-1.js"), "alert(1)").unwrap();
        let config = Config { web: Some(folder.path().to_owned()), ..Config::default() };
        let desk = Assets::of_desk(&config).unwrap();
        assert_eq!(desk.entry.script.as_deref(), Some("/desk/assets/desk-1.js"));
        assert_eq!(desk.entry.styles, ["/desk/assets/desk-2.css"]);
        assert!(desk.entry.integrity_of("/desk/assets/desk-1.js").starts_with("sha256-"));
        assert!(desk.answer("/assets/desk-1.js", &HeaderMap::new()).is_some());
        assert!(Assets::load(&config).unwrap().is_empty(), "the storefront has none of it");
    }
}
