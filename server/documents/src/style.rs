//! How texts look: sizes, leading, and one line of them.

use crate::font::{Run, Weight, set};

/// What is read.
pub const BODY: (Weight, f32) = (Weight::Regular, 9.0);
/// What the eye looks for.
pub const STRONG: (Weight, f32) = (Weight::Strong, 9.0);
/// What stands below or above it.
pub const SMALL: (Weight, f32) = (Weight::Regular, 7.5);
/// From line to line of what is read.
pub const LEADING: f32 = 12.5;
/// From line to line of what is small.
pub const SMALL_LEADING: f32 = 10.5;
/// Where letters stand below the top of their line, in parts of the size.
pub const RISE: f32 = 0.95;
/// One line of a text, as wide as it is.
pub fn line(text: &str, (weight, size): (Weight, f32)) -> Run {
    let first = set(text, (weight, size), f32::INFINITY).into_iter().next();
    first.unwrap_or(Run { text: String::new(), glyphs: Vec::new(), width: 0.0, size, weight })
}
