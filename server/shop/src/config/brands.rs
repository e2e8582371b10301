//! Brands that a store adds to the ones built in: a folder each, named by the site's key, with its row of the table
//! (`brand.json`) and, if it has them, its icon (`icon.svg`) and its style sheet (`style.css`).

use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use bytes::Bytes;
use fieldhouse_core::brand::{self, BrandView};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// Where brands are looked for when nobody says where.
pub const FOLDER: &str = "brands";

/// A brand of a folder.
#[derive(Debug, Clone)]
pub struct AddedBrand {
    /// Its row of the table.
    pub row: BrandView,
    /// Its icon.
    pub icon: Option<BrandFile>,
    /// What its pages look like, beside the design it is drawn in.
    pub style: Option<BrandFile>,
}

/// A file of a brand.
#[derive(Debug, Clone)]
pub struct BrandFile {
    /// As it is served, below `/`: named by what is in it, so that it may be kept for ever.
    pub name: String,
    /// What is in it.
    pub bytes: Bytes,
}

/// Brands of a folder, by their keys, in the table from here on. There need not be a folder where nobody named one.
pub fn install(folder: &Path) -> anyhow::Result<Vec<AddedBrand>> {
    if folder == Path::new(FOLDER) && !folder.exists() {
        return Ok(Vec::new());
    }
    let added = read(folder).with_context(|| format!("cannot read the brands of {}", folder.display()))?;
    if !added.is_empty() {
        let rows = added.iter().map(|brand| brand.row).collect();
        brand::install(rows).with_context(|| folder.display().to_string())?;
    }
    Ok(added)
}

fn read(folder: &Path) -> anyhow::Result<Vec<AddedBrand>> {
    let mut folders: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        // What cannot be a site's key is no brand's folder: `.git`, `lost+found`.
        let is_key = |name: &str| name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
        if entry.path().is_dir() && entry.file_name().to_str().is_some_and(is_key) {
            folders.push(entry.path());
        }
    }
    folders.sort();
    folders.iter().map(|folder| read_one(folder).with_context(|| folder.display().to_string())).collect()
}

fn read_one(folder: &Path) -> anyhow::Result<AddedBrand> {
    let site = folder.file_name().and_then(|name| name.to_str()).context("its name cannot be read")?;
    let text = std::fs::read_to_string(folder.join("brand.json")).context("brand.json")?;
    let mut row: Value = serde_json::from_str(text.trim_start_matches('\u{feff}')).context("brand.json")?;
    let file = |name: &str, ending: &str| -> anyhow::Result<Option<BrandFile>> {
        let path = folder.join([name, ".", ending].concat());
        if !path.exists() {
            return Ok(None);
        }
        let bytes = Bytes::from(std::fs::read(&path).with_context(|| path.display().to_string())?);
        let digest = URL_SAFE_NO_PAD.encode(Sha256::digest(&bytes));
        let short = digest.get(..8).unwrap_or_default();
        Ok(Some(BrandFile { name: format!("assets/{name}-{site}-{short}.{ending}"), bytes }))
    };
    let (icon, style) = (file("icon", "svg")?, file("style", "css")?);
    let Some(fields) = row.as_object_mut() else { bail!("brand.json is no object") };
    ensure!(!fields.contains_key("icon"), "brand.json: the icon is the file icon.svg");
    let drawn_in = fields.get("design").and_then(Value::as_str).unwrap_or_default();
    let address = match &icon {
        Some(icon) => ["/", &icon.name].concat(),
        None => format!("/assets/icon-{drawn_in}.v1.svg"),
    };
    fields.insert("icon".to_owned(), address.into());
    let row: BrandView = serde_path_to_error::deserialize(row).context("brand.json")?;
    ensure!(*row.site == *site, "brand.json: site is {}, and the folder is {site}", row.site);
    Ok(AddedBrand { row, icon, style })
}

#[cfg(test)]
mod tests {
    use fieldhouse_core::brand::Site;
    use serde_json::json;

    use super::*;

    fn row() -> Value {
        let mut row = serde_json::to_value(brand::brand(Site::US_GAMES)).unwrap();
        row.as_object_mut().unwrap().remove("icon");
        row["site"] = json!("clubhouse");
        row["orderPrefix"] = json!("CH");
        row
    }

    fn write(folder: &Path, row: &Value) {
        std::fs::create_dir_all(folder.join("clubhouse")).unwrap();
        std::fs::write(folder.join("clubhouse/brand.json"), row.to_string()).unwrap();
    }

    #[test]
    fn a_folder_is_a_brand_and_its_files_are_named_by_what_is_in_them() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), &row());
        std::fs::write(folder.path().join("read-me.txt"), "of no brand").unwrap();
        std::fs::create_dir(folder.path().join(".git")).unwrap();
        let plain = read(folder.path()).unwrap().remove(0);
        assert_eq!((&*plain.row.site, &*plain.row.icon), ("clubhouse", "/assets/icon-usgames.v1.svg"));
        assert!(plain.icon.is_none() && plain.style.is_none());

        std::fs::write(folder.path().join("clubhouse/icon.svg"), "<svg/>").unwrap();
        std::fs::write(folder.path().join("clubhouse/style.css"), "html {}").unwrap();
        let drawn = read(folder.path()).unwrap().remove(0);
        let (icon, style) = (drawn.icon.unwrap(), drawn.style.unwrap());
        assert_eq!(*drawn.row.icon, ["/", &icon.name].concat());
        assert!(icon.name.starts_with("assets/icon-clubhouse-"), "{}", icon.name);
        assert_eq!((&*icon.bytes, &*style.bytes), (&b"<svg/>"[..], &b"html {}"[..]));
        std::fs::write(folder.path().join("clubhouse/icon.svg"), "<svg />").unwrap();
        assert_ne!(read(folder.path()).unwrap().remove(0).row.icon, drawn.row.icon);
        let linked = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(folder.path().join("clubhouse"), linked.path().join("clubhouse")).unwrap();
        assert_eq!(read(linked.path()).unwrap().len(), 1, "a link is followed");
    }

    #[test]
    fn what_cannot_be_read_is_told_with_its_file_and_field() {
        let told = |row: &Value| {
            let folder = tempfile::tempdir().unwrap();
            write(folder.path(), row);
            format!("{:#}", read(folder.path()).unwrap_err())
        };
        let with = |field: &str, value: Value| {
            let mut row = row();
            row[field] = value;
            told(&row)
        };
        assert!(with("promoBox", json!("yes")).contains("clubhouse: brand.json: promoBox: invalid type"));
        assert!(with("colour", json!("red")).contains("unknown field `colour`"));
        assert!(with("site", json!("clubs")).contains("site is clubs, and the folder is clubhouse"));
        assert!(with("icon", json!("/x.svg")).contains("the icon is the file icon.svg"));
        assert!(told(&json!([])).contains("brand.json is no object"));
        let mut short = row();
        short.as_object_mut().unwrap().remove("name");
        assert!(told(&short).contains("missing field `name`"));
        let named = Path::new("/no/such/folder");
        assert!(install(named).is_err() && install(Path::new(FOLDER)).unwrap().is_empty());
    }
}
