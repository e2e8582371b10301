//! Account: e-mail, password, person, phone, registration, sign-in and reset forms (account §5).
