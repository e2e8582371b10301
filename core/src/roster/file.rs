//! A dropped file read as a table: XLSX by its content, else a text in whichever of the usual
//! encodings. Any bytes get an answer. File names are not asked: they lie.

use super::{
    MAX_BYTES, SheetError,
    sheet::{RosterSheetView, Rows, sheet_view, text_rows},
    xlsx,
};

/// Windows-1252 from 0x80 to 0x9f, where it differs from Latin 1.
const WESTERN: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Reads a file.
pub fn read_file(bytes: &[u8]) -> RosterSheetView {
    sheet_view(file_rows(bytes))
}

fn file_rows(bytes: &[u8]) -> Result<Rows, SheetError> {
    if bytes.len() > MAX_BYTES {
        return Err(SheetError::TooLarge);
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return xlsx::rows(bytes);
    }
    if bytes.starts_with(b"\xd0\xcf\x11\xe0") {
        return Err(SheetError::OldWorkbook);
    }
    let text = decoded(bytes)?;
    let odd = text.chars().filter(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t')).count();
    if odd.saturating_mul(50) > text.len() {
        return Err(SheetError::NotATable);
    }
    text_rows(&text)
}

fn decoded(bytes: &[u8]) -> Result<String, SheetError> {
    let utf16 = |bytes: &[u8], read: fn([u8; 2]) -> u16| {
        let (pairs, _) = bytes.as_chunks::<2>();
        char::decode_utf16(pairs.iter().map(|pair| read(*pair)))
            .collect::<Result<String, _>>()
            .map_err(|_| SheetError::NotATable)
    };
    match bytes {
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        [a, 0, b, 0, ..] if *a > 0 && *b > 0 => utf16(bytes, u16::from_le_bytes),
        [0, a, 0, b, ..] if *a > 0 && *b > 0 => utf16(bytes, u16::from_be_bytes),
        _ => Ok(match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => bytes.iter().map(|byte| western(*byte)).collect(),
        }),
    }
}

fn western(byte: u8) -> char {
    byte.checked_sub(0x80).and_then(|above| WESTERN.get(usize::from(above)).copied()).unwrap_or(char::from(byte))
}

#[cfg(test)]
mod tests {
    use miniz_oxide::deflate::compress_to_vec;
    use proptest::prelude::*;

    use super::*;

    fn cells(bytes: &[u8]) -> Vec<Vec<String>> {
        let sheet = read_file(bytes);
        assert!(sheet.errors.is_empty(), "{:?}", sheet.errors);
        sheet.rows.into_iter().map(|row| row.cells).collect()
    }

    fn code(bytes: &[u8]) -> String {
        let sheet = read_file(bytes);
        assert!(sheet.rows.is_empty());
        sheet.errors.into_iter().map(|error| error.code).collect()
    }

    /// An archive of deflated files.
    fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
        let (mut body, mut directory) = (Vec::new(), Vec::new());
        for (name, content) in files {
            let packed = compress_to_vec(content, 6);
            let sizes = [
                u32::try_from(packed.len()).unwrap().to_le_bytes(),
                u32::try_from(content.len()).unwrap().to_le_bytes(),
            ]
            .concat();
            let named = u16::try_from(name.len()).unwrap().to_le_bytes();
            let at = u32::try_from(body.len()).unwrap().to_le_bytes();
            let common = [&[20, 0, 0, 0, 8, 0][..], &[0; 8], &sizes, &named, &[0; 2]].concat();
            directory.extend([b"PK\x01\x02\x14\0", &common[..], &[0; 10], &at, name.as_bytes()].concat());
            body.extend([b"PK\x03\x04", &common[..], name.as_bytes(), &packed].concat());
        }
        let count = u16::try_from(files.len()).unwrap().to_le_bytes();
        let size = u32::try_from(directory.len()).unwrap().to_le_bytes();
        let at = u32::try_from(body.len()).unwrap().to_le_bytes();
        let end = [b"PK\x05\x06\0\0\0\0", &count[..], &count, &size, &at, &[0; 2]].concat();
        [body, directory, end].concat()
    }

    fn workbook(sheet: &str, texts: &str) -> Vec<u8> {
        archive(&[
            ("[Content_Types].xml", b"<Types/>"),
            ("xl/workbook.xml", b"<workbook><sheets><sheet name=\"Old\" sheetId=\"1\" state=\"hidden\" r:id=\"rId1\"/><sheet name=\"Team\" sheetId=\"2\" r:id=\"rId7\"/></sheets></workbook>"),
            ("xl/_rels/workbook.xml.rels", b"<Relationships><Relationship Id=\"rId1\" Target=\"worksheets/sheet1.xml\"/><Relationship Id=\"rId7\" Target=\"worksheets/sheet2.xml\"/></Relationships>"),
            ("xl/sharedStrings.xml", texts.as_bytes()),
            ("xl/worksheets/sheet2.xml", sheet.as_bytes()),
        ])
    }

    const TEXTS: &str =
        "<sst><si><t>Name</t></si><si><r><t>Ann </t></r><r><t>O&apos;Neil</t></r><rPh><t>x</t></rPh></si><si/></sst>";

    #[test]
    fn reads_the_first_visible_sheet_of_a_workbook() {
        let sheet = "<worksheet><sheetData>\
            <row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"C1\" t=\"inlineStr\"><is><t>Size</t></is></c></row>\
            <row r=\"2\"/>\
            <row r=\"3\"><c r=\"A3\" t=\"s\"><v>1</v></c><c r=\"B3\"><f>6+1</f><v>7</v></c><c r=\"C3\" t=\"str\"><v>YM</v></c><c r=\"D3\" t=\"s\"><v>2</v></c></row>\
            <row r=\"4\"><c r=\"A4\" t=\"str\"><v>Bo</v></c></row>\
            </sheetData><mergeCells><mergeCell ref=\"C3:C4\"/></mergeCells></worksheet>";
        let read = cells(&workbook(sheet, TEXTS));
        assert_eq!(read, [["Name", "", "Size"], ["Ann O'Neil", "7", "YM"], ["Bo", "", "YM"]]);
        assert_eq!(read_file(&workbook(sheet, TEXTS)).blank_rows, 1);
    }

    #[test]
    fn r61_bombs_and_broken_workbooks_get_a_clear_error() {
        let bomb = ["<worksheet><sheetData>", &" ".repeat(13_000_000), "</sheetData></worksheet>"].concat();
        let mut packed = workbook(&bomb, TEXTS);
        assert!(packed.len() < 20_000);
        assert_eq!(code(&packed), "roster_too_large");
        // One that declares next to nothing is stopped while it unpacks.
        let declared = u32::try_from(bomb.len()).unwrap().to_le_bytes();
        let places: Vec<usize> =
            packed.windows(4).enumerate().filter(|(_, four)| *four == declared).map(|(at, _)| at).collect();
        for at in places {
            packed[at..at + 4].copy_from_slice(&[1, 0, 0, 0]);
        }
        assert_eq!(code(&packed), "roster_too_large");
        assert_eq!(code(&workbook("<!DOCTYPE x [<!ENTITY a \"b\">]><worksheet/>", TEXTS)), "roster_damaged");
        let many = ["<sheetData>", &"<row><c t=\"str\"><v>a</v></c></row>".repeat(10_001), "</sheetData>"].concat();
        assert_eq!(code(&workbook(&many, TEXTS)), "roster_too_many_rows");
        let far = "<sheetData><row><c r=\"XFD1\" t=\"str\"><v>a</v></c></row></sheetData>";
        assert_eq!(code(&workbook(far, TEXTS)), "roster_too_many_columns");
        assert_eq!(code(&archive(&[("word/document.xml", b"<w/>")])), "roster_not_a_table");
        let whole = workbook("<sheetData/>", TEXTS);
        assert_eq!(code(&whole), "roster_empty");
        assert_eq!(code(&whole[..whole.len() / 2]), "roster_damaged");
    }

    #[test]
    fn r61_reads_the_usual_encodings() {
        let text = "Zoë,9\nBø,10\n";
        let table = [["Zoë", "9"], ["Bø", "10"]];
        let utf16 = |bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect::<Vec<u8>>();
        assert_eq!(cells(text.as_bytes()), table);
        assert_eq!(cells(&[b"\xef\xbb\xbf", text.as_bytes()].concat()), table);
        assert_eq!(cells(&[&b"\xff\xfe"[..], &utf16(u16::to_le_bytes)].concat()), table);
        assert_eq!(cells(&[&b"\xfe\xff"[..], &utf16(u16::to_be_bytes)].concat()), table);
        assert_eq!(cells(&utf16(u16::to_le_bytes)), table, "without a mark in front");
        assert_eq!(cells(&utf16(u16::to_be_bytes)), table, "without a mark in front");
        assert_eq!(cells(b"Zo\xeb,9\nB\xf8,10\n"), table);
        assert_eq!(cells(b"O\x92Neil,9\n"), [["O’Neil", "9"]]);
    }

    #[test]
    fn r61_what_is_no_spreadsheet_is_told() {
        assert_eq!(code(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), "roster_old_workbook");
        assert_eq!(code(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0"), "roster_not_a_table");
        assert_eq!(code(b"PK\x03\x04nothing more"), "roster_damaged");
        assert_eq!(code(b"\xff\xfe\x00\xd8"), "roster_not_a_table");
        assert_eq!(code(b""), "roster_empty");
        assert_eq!(code(&vec![b'a'; MAX_BYTES + 1]), "roster_too_large");
    }

    proptest! {
        #[test]
        fn any_bytes_are_rows_or_errors(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
            for bytes in [bytes.clone(), [b"PK\x03\x04", &bytes[..]].concat(), [b"PK\x03\x04", &bytes[..], b"PK\x05\x06\0\0\0\0\x01\0\x01\0", &bytes[..]].concat()] {
                let sheet = read_file(&bytes);
                prop_assert_eq!(sheet.rows.is_empty(), !sheet.errors.is_empty());
            }
        }

        #[test]
        fn a_workbook_with_any_byte_changed_is_read_or_refused(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
            let mut bytes = workbook("<sheetData><row><c t=\"s\"><v>1</v></c></row></sheetData>", TEXTS);
            let at = at.index(bytes.len());
            bytes[at] = byte;
            let sheet = read_file(&bytes);
            prop_assert_eq!(sheet.rows.is_empty(), !sheet.errors.is_empty());
        }
    }
}
