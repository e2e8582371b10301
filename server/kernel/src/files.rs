//! Files that a program leaves for its next start.

use std::{
    fs::{self, File},
    io,
    path::Path,
};

/// Opens a file to be read. What else may have its name is refused: a pipe would be waited for without an end.
pub fn open_file(path: &Path) -> io::Result<File> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a file"));
    }
    File::open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pipe_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let (pipe, file) = (folder.path().join("pipe"), folder.path().join("file"));
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        assert_eq!(open_file(&pipe).unwrap_err().kind(), io::ErrorKind::InvalidInput);
        fs::write(&file, "kept").unwrap();
        assert_eq!(open_file(&file).unwrap().metadata().unwrap().len(), 4);
        assert_eq!(open_file(&folder.path().join("none")).unwrap_err().kind(), io::ErrorKind::NotFound);
    }
}
