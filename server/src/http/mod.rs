//! What handlers of the shop share: who asks and for which brand, how often they may, and the storefront's built files.

pub mod assets;
pub mod visitor;
