//! Colour swatches of a tile: how many are shown and what stands for the rest (shell §9).

use serde::{Deserialize, Serialize};

/// Swatches of a tile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct SwatchRowView {
    /// How many of the colours are drawn: at most 3.
    pub shown: u32,
    /// '+N', or empty.
    pub overflow: String,
}

/// 3 are shown; '+N' is the count minus 4 as the specification gives it, shown when above 0.
pub fn swatch_row(count: u32) -> SwatchRowView {
    let overflow = match count.saturating_sub(4) {
        0 => String::new(),
        more => format!("+{more}"),
    };
    SwatchRowView { shown: count.min(3), overflow }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_three_and_counts_from_the_fifth() {
        for (count, shown, overflow) in
            [(0, 0, ""), (3, 3, ""), (4, 3, ""), (5, 3, "+1"), (12, 3, "+8"), (u32::MAX, 3, "+4294967291")]
        {
            assert_eq!(swatch_row(count), SwatchRowView { shown, overflow: overflow.to_owned() });
        }
    }
}
