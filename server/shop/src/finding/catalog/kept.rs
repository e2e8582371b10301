//! The catalogue as it was last read, in a file beside the database: a store that starts reads it in place of tens of
//! thousands of rows. It counts for the very change alone it was written of; anything else, and whatever cannot be
//! read, is as if it were not there.

use std::{
    fs::File,
    io::{self, BufReader, BufWriter, Read, Write},
    path::Path,
};

use fieldhouse_core::{
    catalog::{AttributeView, ImageView},
    money::Cents,
    pricing::Tier,
};
use fieldhouse_kernel::files::open_file;
use jiff::civil::Date;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use tempfile::NamedTempFile;

use super::{
    record::{CatalogRecords, ProductRecord, VariantRecord},
    store::Mark,
};

/// What the bytes are, and how what is kept follows each other: another number with each change of it.
const FORMAT: &[u8; 8] = b"FHCAT\0\0\x01";
/// A frame longer than this was not written here.
const LONGEST: u32 = 64 * 1024 * 1024;

/// An article, field by field: where one is left out, as texts may be that are read by their names, the next ones would be
/// taken for it.
#[derive(Serialize, Deserialize)]
struct Article {
    sku: String,
    price: Option<Cents>,
    discounted_price: Option<Cents>,
    tiers: Vec<(u32, Cents)>,
    available: bool,
    restock_on: Option<Date>,
    stock: Option<u32>,
    restockable_in_days: Option<u32>,
    min_order_qty: u32,
    delivery_unit: u32,
    attributes: Vec<(String, String)>,
    hex: Vec<String>,
    images: Vec<Image>,
}

type Image = (String, String, u32, u32, String);

impl From<VariantRecord> for Article {
    fn from(record: VariantRecord) -> Self {
        let VariantRecord {
            sku,
            price,
            discounted_price,
            tiers,
            available,
            restock_on,
            stock,
            restockable_in_days,
            min_order_qty,
            delivery_unit,
            attributes,
            hex,
            images,
        } = record;
        let tiers = tiers.into_iter().map(|Tier { minimum_quantity, value }| (minimum_quantity, value)).collect();
        let attributes = attributes.into_iter().map(|AttributeView { name, value }| (name, value)).collect();
        let image = |ImageView { href, alt, width, height, srcset }| (href, alt, width, height, srcset);
        let images = images.into_iter().map(image).collect();
        Self {
            sku,
            price,
            discounted_price,
            tiers,
            available,
            restock_on,
            stock,
            restockable_in_days,
            min_order_qty,
            delivery_unit,
            attributes,
            hex,
            images,
        }
    }
}

impl From<Article> for VariantRecord {
    fn from(article: Article) -> Self {
        let tier = |(minimum_quantity, value)| Tier { minimum_quantity, value };
        let attribute = |(name, value)| AttributeView { name, value };
        let image = |(href, alt, width, height, srcset)| ImageView { href, alt, width, height, srcset };
        Self {
            sku: article.sku,
            price: article.price,
            discounted_price: article.discounted_price,
            tiers: article.tiers.into_iter().map(tier).collect(),
            available: article.available,
            restock_on: article.restock_on,
            stock: article.stock,
            restockable_in_days: article.restockable_in_days,
            min_order_qty: article.min_order_qty,
            delivery_unit: article.delivery_unit,
            attributes: article.attributes.into_iter().map(attribute).collect(),
            hex: article.hex,
            images: article.images.into_iter().map(image).collect(),
        }
    }
}

/// Reads or writes, and sums up what went through.
struct Summed<T> {
    inner: T,
    sum: crc32fast::Hasher,
}

impl<T: Write> Summed<T> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.inner.write_all(bytes)
    }

    /// A value and how long it is.
    fn put_frame(&mut self, value: &impl Serialize, room: &mut Vec<u8>) -> io::Result<()> {
        room.clear();
        *room = postcard::to_extend(value, std::mem::take(room)).map_err(io::Error::other)?;
        let length = u32::try_from(room.len()).ok().filter(|length| *length <= LONGEST);
        self.put(&length.ok_or_else(|| io::Error::other("a record is too long to be kept"))?.to_le_bytes())?;
        self.put(room)
    }
}

impl<T: Read> Summed<T> {
    fn take<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.inner.read_exact(&mut bytes)?;
        self.sum.update(&bytes);
        Ok(bytes)
    }

    fn take_frame<V: DeserializeOwned>(&mut self, room: &mut Vec<u8>) -> io::Result<V> {
        let length = u32::from_le_bytes(self.take()?);
        if length > LONGEST {
            return Err(io::ErrorKind::InvalidData.into());
        }
        room.clear();
        let read = self.inner.by_ref().take(length.into()).read_to_end(room)?;
        self.sum.update(room);
        if u32::try_from(read) != Ok(length) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        postcard::from_bytes(room).map_err(io::Error::other)
    }
}

/// Writes the records of a moment in the place of what was kept before: whoever reads meanwhile has one or the other.
pub fn write(path: &Path, mark: &Mark, records: CatalogRecords) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
    let file = NamedTempFile::new_in(folder)?;
    let mut out = Summed { inner: BufWriter::new(file), sum: crc32fast::Hasher::new() };
    let mut room = Vec::new();
    out.put(FORMAT)?;
    out.put_frame(mark, &mut room)?;
    out.put_frame(&records.categories, &mut room)?;
    out.put_frame(&records.products.len(), &mut room)?;
    for ProductRecord { facts, variants } in records.products {
        let variants: Vec<Article> = variants.into_iter().map(Article::from).collect();
        out.put_frame(&(serde_json::to_string(&facts)?, variants), &mut room)?;
    }
    let Summed { mut inner, sum } = out;
    inner.write_all(&sum.finalize().to_le_bytes())?;
    // Not synced: what a machine that fell left half written does not sum up.
    let file = inner.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.persist(path)?;
    Ok(())
}

fn open(path: &Path, room: &mut Vec<u8>) -> io::Result<(Summed<BufReader<File>>, Mark)> {
    let mut kept = Summed { inner: BufReader::new(open_file(path)?), sum: crc32fast::Hasher::new() };
    if kept.take::<8>()? != *FORMAT {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mark = kept.take_frame(room)?;
    Ok((kept, mark))
}

/// Of which moment something is kept.
pub fn read_mark(path: &Path) -> io::Result<Mark> {
    open(path, &mut Vec::new()).map(|(_, mark)| mark)
}

/// The records of that moment; nothing where those of another are kept.
pub fn read(path: &Path, wanted: &Mark) -> io::Result<Option<CatalogRecords>> {
    let mut room = Vec::new();
    let (mut kept, mark) = open(path, &mut room)?;
    if mark != *wanted {
        return Ok(None);
    }
    let categories = kept.take_frame(&mut room)?;
    let count: usize = kept.take_frame(&mut room)?;
    // A number that was bent takes no memory: it does not sum up in the end.
    let mut products = Vec::new();
    for _ in 0..count {
        let (facts, variants): (String, Vec<Article>) = kept.take_frame(&mut room)?;
        let variants = variants.into_iter().map(VariantRecord::from).collect();
        products.push(ProductRecord { facts: serde_json::from_str(&facts)?, variants });
    }
    let Summed { mut inner, sum } = kept;
    let mut told = Vec::new();
    inner.read_to_end(&mut told)?;
    if told != sum.finalize().to_le_bytes() {
        return Err(io::ErrorKind::InvalidData.into());
    }
    Ok(Some(CatalogRecords { categories, products }))
}

#[cfg(test)]
mod tests {
    use fieldhouse_core::brand::Site;

    use super::*;
    use crate::finding::catalog::record::{CategoryRecord, ProductFacts};

    fn mark() -> Mark {
        Mark { change: 7, stamp: "one".to_owned() }
    }

    /// Every field says something of its own.
    fn records() -> CatalogRecords {
        let texts = |what: &str| vec![[what, " one"].concat(), [what, " two"].concat()];
        let attribute = |name: &str, value: &str| AttributeView { name: name.to_owned(), value: value.to_owned() };
        let image = |url: &str| ImageView {
            href: url.to_owned(),
            alt: "alt".to_owned(),
            width: 640,
            height: 480,
            srcset: "/one 320w".to_owned(),
        };
        let day = jiff::civil::date(2026, 3, 4);
        let facts = ProductFacts {
            id: "id".to_owned(),
            slug: "slug".to_owned(),
            sku: "sku".to_owned(),
            name: "name".to_owned(),
            brand: "brand".to_owned(),
            subtitle: "subtitle".to_owned(),
            description: texts("description"),
            features: texts("feature"),
            flags: texts("flag"),
            pricing_message: "pricing".to_owned(),
            shipping_info: "shipping".to_owned(),
            shipping_method: "method".to_owned(),
            manufacturer: "manufacturer".to_owned(),
            warnings: texts("warning"),
            free_form_options: texts("option"),
            call_to_order: true,
            unit_of_measure: "PR".to_owned(),
            attributes: vec![attribute("material", "wool")],
            keywords: texts("keyword"),
            images: vec![image("/one")],
            categories: texts("category"),
            sites: vec![Site::FIELDHOUSE, Site::US_GAMES],
            popularity: 5,
            added_on: Some(day),
        };
        let variant = VariantRecord {
            sku: "SKU-1".to_owned(),
            price: Cents::new(1234),
            discounted_price: Cents::new(1000),
            tiers: vec![Tier { minimum_quantity: 12, value: Cents::new(900).unwrap() }],
            available: false,
            restock_on: Some(day),
            stock: Some(3),
            restockable_in_days: Some(4),
            min_order_qty: 6,
            delivery_unit: 2,
            attributes: vec![attribute("color", "Navy"), attribute("size", "S")],
            hex: texts("#"),
            images: vec![image("/two"), ImageView::default()],
        };
        let category = CategoryRecord {
            path: "a/b".to_owned(),
            name: "B".to_owned(),
            position: 3,
            sites: vec![Site::VARSITY_BRANDS],
        };
        let plain = ProductRecord { variants: vec![VariantRecord::default()], ..ProductRecord::default() };
        CatalogRecords {
            categories: vec![category],
            products: vec![ProductRecord { facts, variants: vec![variant] }, plain],
        }
    }

    fn kept() -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store.catalog");
        write(&path, &mark(), records()).unwrap();
        (folder, path)
    }

    #[test]
    fn what_is_kept_is_read_as_it_was_and_for_its_own_moment_alone() {
        let (folder, path) = kept();
        assert_eq!(read(&path, &mark()).unwrap(), Some(records()));
        assert_eq!(read_mark(&path).unwrap(), mark());
        assert_eq!(read(&path, &Mark { change: 8, ..mark() }).unwrap(), None);
        let other = Mark { stamp: "two".to_owned(), ..mark() };
        assert_eq!(read(&path, &other).unwrap(), None, "the same number of a database that was put back");
        write(&path, &other, CatalogRecords::default()).unwrap();
        assert_eq!(read(&path, &other).unwrap(), Some(CatalogRecords::default()));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing lies beside it");
    }

    #[test]
    fn a_byte_that_was_bent_and_an_end_that_is_missing_are_noticed_wherever_they_are() {
        let (_folder, path) = kept();
        let whole = std::fs::read(&path).unwrap();
        for at in 0..whole.len() {
            let mut bent = whole.clone();
            bent[at] ^= 0x11;
            std::fs::write(&path, &bent).unwrap();
            assert!(!matches!(read(&path, &mark()), Ok(Some(_))), "byte {at}");
            std::fs::write(&path, &whole[..at]).unwrap();
            assert!(read(&path, &mark()).is_err(), "cut at {at}");
        }
        std::fs::write(&path, [whole.as_slice(), b"more"].concat()).unwrap();
        assert!(read(&path, &mark()).is_err());
        std::fs::remove_file(&path).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        assert!(read(&path, &mark()).is_err(), "nobody waits for who writes into it");
    }

    #[test]
    fn another_shape_of_a_record_has_another_number() {
        let (_folder, path) = kept();
        let mut whole = std::fs::read(&path).unwrap();
        // With its own sum behind it everything sums up to the same.
        whole.truncate(whole.len() - 4);
        let sum = crc32fast::hash(&whole);
        assert_eq!(sum, 3_340_332_253, "fields of a record changed: FORMAT has to, and then this sum");
    }
}
