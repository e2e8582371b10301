//! Account: e-mail, password, person, phone, registration, sign-in and reset forms (account §5).
//!
//! The codes are the specification's content keys in snake case (`enterEmail` is `enter_email`), so
//! that a site's content overrides a sentence by the key it already has.

pub mod common_password;
pub mod device;
pub mod drafts;
pub mod email;
pub mod information;
pub mod password;
pub mod person;
pub mod phone;
pub mod registration;
pub mod sign_in;
pub mod views;

pub use drafts::*;
pub use views::*;
