//! What styles of one kind have in common: cut, colours, prices, words. The tables are in `families`.

use super::sizes::Run;

/// What sort of thing it is: decides how it is written about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StyleKind {
    /// Worn to play.
    Uniform,
    /// Worn around play.
    Apparel,
    /// Shoes.
    Footwear,
    /// Guards the player.
    Protective,
    /// Balls.
    Ball,
    /// For coaches and fields.
    Equipment,
    /// For classes and recess.
    Play,
    /// Bags.
    Bag,
    /// Cheer, spirit and awards.
    Spirit,
    /// Graduation.
    Regalia,
}

/// Which colours it comes in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tint {
    /// So many single team colours.
    Solid(u32, u32),
    /// So many two-tone team colours.
    Pair(u32, u32),
    /// So many bright colours of a class.
    Signal(u32, u32),
    /// These: name, code, main, trim.
    Only(&'static [(&'static str, &'static str, &'static str, &'static str)]),
    /// No choice of colour; how the picture is tinted.
    Plain(&'static str, &'static str),
}

/// A second choice beside colour and size (cart §3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Axis {
    /// Attribute key.
    pub key: &'static str,
    /// Values.
    pub values: &'static [&'static str],
}

/// Quantity prices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Breaks {
    /// None.
    None,
    /// 12, 24, 48 and sometimes 96.
    Team,
    /// 6, 12 and sometimes 24.
    Gear,
    /// 10, 25, 50, 100.
    Small,
    /// 3, 6.
    Large,
}

/// Which quantities may be ordered, for a part of the family's styles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lots {
    /// Minimum order quantity.
    pub minimum: u32,
    /// Delivery unit.
    pub unit: u32,
    /// Share of the styles it holds for.
    pub percent: usize,
}

/// How it gets there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shipping {
    /// From stock.
    Stock,
    /// Made to order.
    Custom,
    /// On a pallet.
    Freight,
}

/// A kind of product with its styles.
#[derive(Debug, Clone, Copy)]
pub struct Family {
    /// What it is called after the model: 'Practice Jersey'.
    pub noun: &'static str,
    /// Sort.
    pub kind: StyleKind,
    /// Makers' codes.
    pub makers: &'static [&'static str],
    /// Model names: each is a style.
    pub models: &'static [&'static str],
    /// Drawings: styles take turns. Each style has its views, in a design of its own.
    pub drawings: &'static [&'static str],
    /// Sizes.
    pub run: Run,
    /// Colours.
    pub tint: Tint,
    /// Further choice.
    pub axis: Option<Axis>,
    /// Cheapest and dearest style, in cents.
    pub price: (u32, u32),
    /// Unit code (cart §9).
    pub unit: &'static str,
    /// Quantity prices.
    pub breaks: Breaks,
    /// Order quantities.
    pub lots: Option<Lots>,
    /// Materials: each begins a sentence part, 'a 150 g polyester interlock'.
    pub made_of: &'static [&'static str],
    /// Bullets.
    pub details: &'static [&'static str],
    /// Ends of 'made for …'.
    pub uses: &'static [&'static str],
    /// `f:`, `u:`, `a:` or `v:` and a path of that site's tree.
    pub places: &'static [&'static str],
    /// Free texts a piece.
    pub texts: &'static [&'static str],
    /// Only by phone.
    pub by_phone: bool,
    /// Has no price on the page.
    pub unpriced: bool,
    /// Shipping.
    pub shipping: Shipping,
    /// Warnings.
    pub warnings: &'static [&'static str],
    /// Words that find it.
    pub words: &'static [&'static str],
}

impl Family {
    /// For `..Family::BASE`.
    pub const BASE: Self = Self {
        noun: "",
        kind: StyleKind::Equipment,
        makers: &["SM"],
        models: &[],
        drawings: &[],
        run: Run::One,
        tint: Tint::Plain("5B6876", "FFFFFF"),
        axis: None,
        price: (1000, 2000),
        unit: "EA",
        breaks: Breaks::None,
        lots: None,
        made_of: &[],
        details: &[],
        uses: &[],
        places: &[],
        texts: &[],
        by_phone: false,
        unpriced: false,
        shipping: Shipping::Stock,
        warnings: &[],
        words: &[],
    };
    /// Uniforms and other clothing in two-tone team colours.
    pub const WORN: Self = Self {
        kind: StyleKind::Uniform,
        makers: &["NR", "CH", "KS"],
        run: Run::Adult,
        tint: Tint::Pair(4, 8),
        breaks: Breaks::Team,
        ..Self::BASE
    };
}
