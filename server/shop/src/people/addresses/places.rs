//! The table of places: which city and state a ZIP Code serves. A small one ships with the store; the
//! operator names a fuller file, for example the postal codes of `GeoNames` (CC BY 4.0).

use std::{collections::HashMap, io::Read, path::Path};

use anyhow::Context;
use fieldhouse_core::addresses::lookup::{AddressLookupDraft, ZipPlace, fold_place, parse_place, states_of};

/// Large cities' central ZIP Codes, written for this store.
const SHIPPED: &str = include_str!("places.csv");
/// Places of a file: several times the country's.
const MOST: usize = 500_000;

/// Places by ZIP Code and by name.
#[derive(Debug, Default)]
pub struct Places {
    by_zip: HashMap<String, Vec<ZipPlace>>,
    by_city: HashMap<(String, String), Vec<ZipPlace>>,
}

/// Where the columns of a file are.
struct Columns {
    zip: usize,
    city: usize,
    state: usize,
}

impl Places {
    /// Those that ship with the store.
    pub fn shipped() -> anyhow::Result<Self> {
        Self::from_csv(SHIPPED.as_bytes()).context("the places that ship with the store")
    }

    /// Those of a file: `.txt` as `GeoNames` writes postal codes, else CSV with zip, city and state.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let read = || {
            let file = std::fs::File::open(path)?;
            if path.extension().is_some_and(|ending| ending == "txt") {
                Self::from_geonames(file)
            } else {
                Self::from_csv(file)
            }
        };
        read().with_context(|| format!("cannot read the places of {}", path.display()))
    }

    fn from_csv(file: impl Read) -> anyhow::Result<Self> {
        let mut reader = csv::ReaderBuilder::new().flexible(true).trim(csv::Trim::All).from_reader(file);
        let header = reader.headers()?.clone();
        let column = |name: &str| {
            let at = header.iter().position(|title| title.trim_start_matches('\u{feff}').eq_ignore_ascii_case(name));
            at.with_context(|| format!("there is no column '{name}'"))
        };
        let columns = Columns { zip: column("zip")?, city: column("city")?, state: column("state")? };
        Self::collect(reader.records(), &columns)
    }

    /// Tab separated without a header: country, postal code, place, state, its code …
    fn from_geonames(file: impl Read) -> anyhow::Result<Self> {
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .delimiter(b'\t')
            .quoting(false)
            .flexible(true)
            .from_reader(file);
        Self::collect(reader.records(), &Columns { zip: 1, city: 2, state: 4 })
    }

    fn collect(
        rows: impl Iterator<Item = Result<csv::StringRecord, csv::Error>>,
        columns: &Columns,
    ) -> anyhow::Result<Self> {
        let mut places = Self::default();
        let mut left_out = 0_usize;
        for (number, row) in rows.enumerate() {
            let row = row?;
            anyhow::ensure!(number < MOST, "there are more than {MOST} rows");
            let cell = |at: usize| row.get(at).unwrap_or_default();
            match parse_place(cell(columns.zip), cell(columns.city), cell(columns.state)) {
                Some(place) => places.put(place),
                None => left_out = left_out.saturating_add(1),
            }
        }
        anyhow::ensure!(!places.by_zip.is_empty(), "there is no row with a ZIP Code, a city and a state");
        if left_out > 0 {
            tracing::warn!(left_out, "rows of the places are no places of the United States");
        }
        for found in places.by_city.values_mut() {
            found.sort();
        }
        Ok(places)
    }

    fn put(&mut self, place: ZipPlace) {
        let of_zip = self.by_zip.entry(place.zip.clone()).or_default();
        if !of_zip.contains(&place) {
            of_zip.push(place.clone());
            self.by_city.entry((fold_place(&place.city), place.state.clone())).or_default().push(place);
        }
    }

    /// How many ZIP Codes are known.
    pub fn len(&self) -> usize {
        self.by_zip.len()
    }

    /// True when none is.
    pub fn is_empty(&self) -> bool {
        self.by_zip.is_empty()
    }

    /// The places of the ZIP Code that was typed.
    pub fn of_zip(&self, typed: &AddressLookupDraft) -> &[ZipPlace] {
        let five = typed.zip_code.trim().get(..5).unwrap_or_default();
        self.by_zip.get(five).map_or(&[], Vec::as_slice)
    }

    /// The places of the city that was typed, in the states the address speaks of.
    pub fn of_city(&self, typed: &AddressLookupDraft) -> Vec<ZipPlace> {
        let city = fold_place(&typed.city);
        let places = |state: &str| self.by_city.get(&(city.clone(), state.to_owned()));
        states_of(typed).into_iter().filter_map(places).flatten().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(city: &str, state: &str, zip_code: &str) -> AddressLookupDraft {
        let own = str::to_owned;
        AddressLookupDraft { city: own(city), state: own(state), zip_code: own(zip_code), ..Default::default() }
    }

    #[test]
    fn the_places_that_ship_are_found_by_zip_code_and_by_name() {
        let places = Places::shipped().unwrap();
        let rows = SHIPPED.lines().count() - 1;
        assert_eq!(places.by_zip.values().map(Vec::len).sum::<usize>(), rows, "a row twice, or one that is no place");
        assert_eq!(places.of_zip(&typed("", "", "75201-1234"))[0].city, "Dallas");
        assert!(places.of_city(&typed("dallas", "tx", "")).iter().any(|place| place.zip == "75201"));
        assert!(places.of_zip(&typed("", "", "00000")).is_empty());
    }

    #[test]
    fn a_file_of_geonames_is_read_as_it_is() {
        let file = "US\t75201\tDallas\tTexas\tTX\tDallas\t113\t\t\t32.78\t-96.79\t4\nUS\t75201\t\"Big\" D\tTexas\tTX\n";
        let places = Places::from_geonames(file.as_bytes()).unwrap();
        assert_eq!(places.of_zip(&typed("", "", "75201")).len(), 2);
    }

    #[test]
    fn a_file_that_has_no_places_is_told() {
        for file in ["", "zip,city\n75201,Dallas\n", "zip,city,state\n1,2,3\n", "\0\0\0", "zip,city,state\n"] {
            assert!(Places::from_csv(file.as_bytes()).is_err(), "{file:?}");
        }
        assert!(Places::from_geonames("<html>".as_bytes()).is_err());
        assert!(Places::read(Path::new("/nowhere.csv")).unwrap_err().to_string().contains("nowhere"));
    }
}
