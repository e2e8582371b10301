//! Makes a file smaller without changing what it holds: small objects, thousands of them in a tagged table, are packed into
//! compressed streams (PDF 1.5 and later). Reads only files as our writer makes them; of any other it keeps its hands.

use std::{collections::BTreeMap, io::Write as _};

use flate2::{Compression, write::ZlibEncoder};

/// Objects of one stream: a reader unpacks a whole one to see any of it.
const TOGETHER: usize = 400;

/// The same file packed; nothing when it is not as expected.
pub fn pack(file: &[u8]) -> Option<Vec<u8>> {
    let Objects { bodies, trailer, count, header } = read(file)?;
    let mut packed = header.to_vec();
    let mut places: BTreeMap<u32, Place> = BTreeMap::new();
    let mut small: Vec<(u32, &[u8])> = Vec::new();
    for (number, body) in &bodies {
        if body.ends_with(b"endstream") {
            places.insert(*number, Place::At(packed.len()));
            object(&mut packed, *number, body);
        } else {
            small.push((*number, body));
        }
    }
    let mut next = count;
    for together in small.chunks(TOGETHER) {
        let (mut heads, mut bodies) = (Vec::new(), Vec::new());
        for (nth, (number, body)) in together.iter().enumerate() {
            places.insert(*number, Place::In(next, nth));
            heads.extend_from_slice(format!("{number} {} ", bodies.len()).as_bytes());
            bodies.extend_from_slice(body);
            bodies.push(b'\n');
        }
        places.insert(next, Place::At(packed.len()));
        let entries = format!("/Type/ObjStm/N {}/First {}", together.len(), heads.len());
        stream(&mut packed, next, &entries, &[heads, bodies].concat())?;
        next = next.checked_add(1)?;
    }
    let start = packed.len();
    places.insert(next, Place::At(start));
    let size = next.checked_add(1)?;
    let table: Vec<u8> = (0..size).flat_map(|number| row(places.get(&number))).collect();
    stream(&mut packed, next, &format!("/Type/XRef/W[1 4 2]/Size {size}{trailer}"), &table)?;
    packed.extend_from_slice(format!("startxref\n{start}\n%%EOF").as_bytes());
    Some(packed)
}

/// Where an object is.
enum Place {
    /// So many bytes from the beginning.
    At(usize),
    /// In a stream, the so-manieth.
    In(u32, usize),
}

fn row(place: Option<&Place>) -> [u8; 7] {
    let (kind, first, second) = match place {
        None => (0, 0, u16::MAX),
        Some(Place::At(at)) => (1, u32::try_from(*at).unwrap_or_default(), 0),
        Some(Place::In(stream, nth)) => (2, *stream, u16::try_from(*nth).unwrap_or_default()),
    };
    let mut row = [kind, 0, 0, 0, 0, 0, 0];
    let bytes = first.to_be_bytes().into_iter().chain(second.to_be_bytes());
    row.iter_mut().skip(1).zip(bytes).for_each(|(place, byte)| *place = byte);
    row
}

fn object(file: &mut Vec<u8>, number: u32, body: &[u8]) {
    file.extend_from_slice(format!("{number} 0 obj\n").as_bytes());
    file.extend_from_slice(body);
    file.extend_from_slice(b"\nendobj\n\n");
}

fn stream(file: &mut Vec<u8>, number: u32, entries: &str, bytes: &[u8]) -> Option<()> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::new(6));
    encoder.write_all(bytes).ok()?;
    let bytes = encoder.finish().ok()?;
    let head = format!("<<{entries}/Filter/FlateDecode/Length {}>>\nstream\n", bytes.len());
    object(file, number, &[head.as_bytes(), &bytes, b"\nendstream"].concat());
    Some(())
}

/// A file taken apart.
struct Objects<'a> {
    header: &'a [u8],
    bodies: Vec<(u32, &'a [u8])>,
    /// Entries of the trailer without its size.
    trailer: String,
    /// One more than the highest number.
    count: u32,
}

fn read(file: &[u8]) -> Option<Objects<'_>> {
    let tail = file.get(file.len().checked_sub(64)?..)?;
    let tail = tail.get(find(tail, b"startxref")?..)?;
    let number = std::str::from_utf8(tail).ok()?.split_whitespace().nth(1)?;
    let table_at: usize = number.parse().ok()?;
    let table = file.get(table_at..)?.strip_prefix(b"xref\n0 ")?;
    let line = find(table, b"\n")?;
    let count: u32 = std::str::from_utf8(table.get(..line)?).ok()?.trim().parse().ok()?;
    let rows = table.get(line.checked_add(1)?..)?;
    let length = usize::try_from(count).ok()?.checked_mul(20)?;
    let mut starts: Vec<(usize, u32)> = Vec::new();
    for (row, number) in rows.get(..length)?.chunks(20).zip(0..) {
        if row.get(17) == Some(&b'n') {
            starts.push((std::str::from_utf8(row.get(..10)?).ok()?.parse().ok()?, number));
        }
    }
    starts.sort_unstable();
    let ends = starts.iter().skip(1).map(|(start, _)| *start).chain([table_at]);
    let mut bodies = Vec::with_capacity(starts.len());
    for ((start, number), end) in starts.iter().zip(ends) {
        let head = format!("{number} 0 obj");
        let body = file.get(*start..end)?.trim_ascii().strip_prefix(head.as_bytes())?.strip_suffix(b"endobj")?;
        bodies.push((*number, body.trim_ascii()));
    }
    let trailer = rows.get(length..)?.strip_prefix(b"trailer")?;
    let trailer = trailer.get(..find(trailer, b"startxref")?)?.trim_ascii();
    let trailer = trailer.strip_prefix(b"<<")?.strip_suffix(b">>")?;
    let size = format!("/Size {count}");
    let at = find(trailer, size.as_bytes())?;
    let rest = [trailer.get(..at)?, trailer.get(at.checked_add(size.len())?..)?].concat();
    let header = file.get(..starts.first()?.0)?;
    // What is written between the entries is told by bytes of any kind: an id is.
    let trailer: String = String::from_utf8(rest).ok()?;
    Some(Objects { header, bodies, trailer: trailer.replace('\n', " "), count })
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}
