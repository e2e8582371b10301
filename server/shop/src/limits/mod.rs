//! How often something may be done: by an address (`rate`), with wrong codes (`guesses`), forms and letters of a site
//! (`quota`), and tries at an account (`lockout`).

pub mod guesses;
pub mod lockout;
pub mod quota;
pub mod rate;
