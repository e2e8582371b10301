//! Offer codes and program ids of a visitor and a cart: carried by cookies, applied, taken away (cart §4, §5). Whether a
//! code holds is a rule of `core`; what it prices is `pricing`'s.

pub mod apply;
pub mod claims;
pub mod setting;
mod verdict;
