//! The makers of the demo catalogue. All are invented.

/// A maker: its name, the letters its style numbers begin with, and the company behind it.
#[derive(Debug, Clone, Copy)]
pub struct Maker {
    /// Brand on the product.
    pub name: &'static str,
    /// Start of its style numbers.
    pub code: &'static str,
    /// Manufacturer.
    pub company: &'static str,
}

const fn maker(name: &'static str, code: &'static str, company: &'static str) -> Maker {
    Maker { name, code, company }
}

/// All makers.
pub const MAKERS: &[Maker] = &[
    maker("Ironvale", "IV", "Ironvale Athletic Manufacturing"),
    maker("Northrow", "NR", "Northrow Team Apparel"),
    maker("Crestholm", "CH", "Crestholm Mills"),
    maker("Kestrelle", "KS", "Kestrelle Sportswear"),
    maker("Longmeade", "LM", "Longmeade Field & Court"),
    maker("Hardcourt Supply", "HC", "Hardcourt Supply"),
    maker("Goalmere", "GM", "Goalmere Football Works"),
    maker("Suremark", "SM", "Suremark Equipment"),
    maker("Steadfoot", "SF", "Steadfoot Footwear"),
    maker("Diamond & Dale", "DD", "Diamond & Dale Leather"),
    maker("Brightyard", "BY", "Brightyard Play"),
    maker("Tumblewick", "TW", "Tumblewick Mats & Movement"),
    maker("Ridgeplay", "RP", "Ridgeplay School Supply"),
    maker("Pommerie", "PM", "Pommerie Spirit House"),
    maker("Laurelhall", "LH", "Laurelhall Academic Regalia"),
    maker("Stitchfield", "SW", "Stitchfield Woolens"),
    maker("Halfpace", "HP", "Halfpace Training"),
    maker("Packhorse", "PH", "Packhorse Bags"),
];

/// A maker by the letters of its style numbers.
pub fn by_code(code: &str) -> Option<&'static Maker> {
    MAKERS.iter().find(|maker| maker.code == code)
}
