//! Colours of a drawing: six hex digits in, the shades a drawing needs out. Integer arithmetic only.

use std::fmt;

/// A colour written as six hex digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hex {
    red: u8,
    green: u8,
    blue: u8,
}

impl Hex {
    /// White.
    pub const WHITE: Self = Self::rgb(255, 255, 255);

    /// A colour of three channels.
    pub const fn rgb(red: u8, green: u8, blue: u8) -> Self {
        Self { red, green, blue }
    }

    /// Exactly six hex digits, a leading `#` is allowed; anything else is nothing. What passes is
    /// written into markup, so nothing but digits may pass.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#').unwrap_or(text);
        if digits.len() != 6 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let [_, red, green, blue] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
        Some(Self::rgb(red, green, blue))
    }

    /// How light it looks, 0 to 255.
    pub fn lightness(self) -> u8 {
        let sum = u32::from(self.red) * 299 + u32::from(self.green) * 587 + u32::from(self.blue) * 114;
        u8::try_from(sum / 1000).unwrap_or(u8::MAX)
    }

    /// This colour with `percent` of another in it.
    #[must_use]
    pub fn mixed(self, other: Self, percent: u8) -> Self {
        let share = u16::from(percent.min(100));
        let blend = |from: u8, to: u8| {
            u8::try_from((u16::from(from) * (100 - share) + u16::from(to) * share) / 100).unwrap_or(u8::MAX)
        };
        Self::rgb(blend(self.red, other.red), blend(self.green, other.green), blend(self.blue, other.blue))
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02X}{:02X}{:02X}", self.red, self.green, self.blue)
    }
}

/// One colour slot with its shades. Dark cloth shows its form by highlights, light cloth by
/// shadows: both are weighed by the lightness of the colour.
#[derive(Debug, Clone, Copy)]
pub struct Slot {
    /// The colour itself, lifted a little from pure black so that folds can be seen.
    pub base: Hex,
    /// A step darker.
    pub dark: Hex,
    /// Much darker: insides, deep seams.
    pub deep: Hex,
    /// A step lighter.
    pub light: Hex,
    /// Colour of shadows on it.
    pub shadow: Hex,
    /// Colour of highlights on it.
    pub highlight: Hex,
    /// Colour of stitching on it.
    pub seam: Hex,
    /// Strength of shadows in percent.
    pub shadow_percent: u8,
    /// Strength of highlights in percent.
    pub highlight_percent: u8,
}

impl Slot {
    /// The shades of a colour.
    pub fn new(colour: Hex) -> Self {
        let night = Hex::rgb(9, 14, 26);
        let base = if colour.lightness() < 28 { colour.mixed(Hex::rgb(120, 128, 140), 14) } else { colour };
        let lightness = base.lightness();
        let share = |full: u16| u8::try_from(u16::from(lightness) * full / 255).unwrap_or(0);
        Self {
            base,
            dark: base.mixed(night, 26),
            deep: base.mixed(night, 54),
            light: base.mixed(Hex::WHITE, 24),
            shadow: base.mixed(if lightness > 200 { Hex::rgb(38, 50, 72) } else { night }, 76),
            highlight: base.mixed(Hex::WHITE, 86),
            seam: if lightness < 70 { base.mixed(Hex::WHITE, 38) } else { base.mixed(night, 44) },
            shadow_percent: 66 - share(24),
            highlight_percent: 20 + share(36),
        }
    }
}

/// The two slots of a drawing and the colour of lettering on the first.
#[derive(Debug, Clone, Copy)]
pub struct Palette {
    /// Main colour.
    pub first: Slot,
    /// Trim.
    pub second: Slot,
    /// Numbers and letters on the main colour: the trim where it can be read, else white or ink.
    pub lettering: Hex,
}

impl Palette {
    /// Slots of the given colours; a missing trim is white, on light cloth slate.
    pub fn new(colours: &[Hex]) -> Self {
        let first = colours.first().copied().unwrap_or(Hex::rgb(88, 101, 120));
        let plain = if first.lightness() > 170 { Hex::rgb(52, 66, 86) } else { Hex::WHITE };
        let second = colours.get(1).copied().unwrap_or(plain);
        let readable = first.lightness().abs_diff(second.lightness()) > 60;
        Self { first: Slot::new(first), second: Slot::new(second), lettering: if readable { second } else { plain } }
    }
}
