//! Out of the house: by SMTP, or as `.eml` files into a folder.

use std::{
    io::ErrorKind,
    path::{Path, PathBuf},
};

use anyhow::Context;
use lettre::{
    AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{Mailbox, MultiPart, header::MessageId},
};

/// Characters of a subject: more is no line of a letter (RFC 5322 §2.1.1), and nobody reads it.
const LONGEST_SUBJECT: usize = 200;

/// Where letters go.
pub enum Post {
    /// A folder; each letter is a file named by its id, so a second try is the same file.
    Folder(PathBuf),
    /// A server.
    Smtp(Box<AsyncSmtpTransport<Tokio1Executor>>),
}

impl std::fmt::Debug for Post {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Folder(_) => "folder",
            Self::Smtp(_) => "smtp",
        })
    }
}

impl Post {
    /// `file:<folder>`, `smtp://…` or `smtps://…`.
    pub fn new(url: &str) -> anyhow::Result<Self> {
        if let Some(folder) = url.strip_prefix("file:") {
            let folder = folder.trim_start_matches("//");
            anyhow::ensure!(
                !folder.is_empty(),
                "the mail address file: names no folder, as file:/var/lib/letters does"
            );
            return Ok(Self::Folder(PathBuf::from(folder)));
        }
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)
            .context("the mail address must be file:<folder>, smtp://… or smtps://…")?;
        Ok(Self::Smtp(Box::new(transport.build())))
    }

    /// The same, when letters can get there: a folder that cannot be made or written to is refused. A disk that is full or
    /// read-only is not the setting's fault: letters wait for it.
    pub fn checked(url: &str) -> anyhow::Result<Self> {
        const OF_THE_DISK: [ErrorKind; 3] =
            [ErrorKind::StorageFull, ErrorKind::QuotaExceeded, ErrorKind::ReadOnlyFilesystem];
        let post = Self::new(url)?;
        if let Self::Folder(folder) = &post
            && let Err(error) = tempfile::tempfile_in(nearest(folder))
            && !OF_THE_DISK.contains(&error.kind())
        {
            return Err(error).with_context(|| format!("letters cannot be written to {}", folder.display()));
        }
        Ok(post)
    }

    /// Sends one message.
    pub async fn send(&self, id: &str, message: Message) -> anyhow::Result<()> {
        match self {
            Self::Folder(folder) => write(folder, id, message.formatted()).await,
            Self::Smtp(transport) => transport.send(message).await.map(drop).context("the mail server refused"),
        }
    }
}

/// A folder, or the nearest one above it that is there: what is missing is made in that.
pub fn nearest(folder: &Path) -> &Path {
    let named = folder.ancestors().filter(|folder| !folder.as_os_str().is_empty());
    named.into_iter().find(|folder| folder.exists()).unwrap_or(Path::new("."))
}

async fn write(folder: &Path, id: &str, bytes: Vec<u8>) -> anyhow::Result<()> {
    tokio::fs::create_dir_all(folder).await?;
    // A reader of the folder never sees half a letter.
    let unfinished = folder.join(format!(".{id}"));
    tokio::fs::write(&unfinished, bytes).await?;
    tokio::fs::rename(unfinished, folder.join(format!("{id}.eml"))).await?;
    Ok(())
}

/// A message of two parts. An address that is none is refused, and a subject is one line: no line break reaches a
/// header (R66).
pub fn message(
    id: &str,
    sender: (&str, &str),
    recipient: &str,
    subject: &str,
    (text, html): (String, String),
) -> anyhow::Result<Message> {
    let (name, address) = sender;
    // A lone CR is a line's end to some; a letter knows one kind.
    let lines = |text: String| text.replace("\r\n", "\n").replace('\r', "\n");
    let shown = |character: char| if character.is_control() { ' ' } else { character };
    let line = |text: &str| text.chars().map(shown).take(LONGEST_SUBJECT).collect::<String>();
    let domain = address.rsplit_once('@').map_or("localhost", |(_, domain)| domain);
    Ok(Message::builder()
        .from(Mailbox::new(Some(line(name)), address.parse().context("not an address to send from")?))
        .to(Mailbox::new(None, recipient.parse().context("not an address to send to")?))
        .subject(line(subject))
        .header(MessageId::from(format!("<{id}@{domain}>")))
        .multipart(MultiPart::alternative_plain_html(lines(text), lines(html)))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formatted(recipient: &str, subject: &str) -> anyhow::Result<String> {
        formatted_by("Fieldhouse", recipient, subject)
    }

    fn formatted_by(sender: &str, recipient: &str, subject: &str) -> anyhow::Result<String> {
        let parts = ("text".to_owned(), "<p>html</p>".to_owned());
        let message = message("id", (sender, "store@fieldhouse.test"), recipient, subject, parts)?;
        Ok(String::from_utf8(message.formatted())?)
    }

    #[test]
    fn a_folder_that_letters_cannot_be_written_to_is_refused_and_none_is_made() {
        for nameless in ["file:", "file://"] {
            assert!(Post::new(nameless).unwrap_err().to_string().contains("names no folder"), "{nameless}");
        }
        let here = tempfile::tempdir().unwrap();
        let file = here.path().join("file");
        std::fs::write(&file, "no folder").unwrap();
        for folder in [Path::new("/proc/nope"), &file.join("mail")] {
            let refused = Post::checked(&format!("file:{}", folder.display())).unwrap_err().to_string();
            assert_eq!(refused, format!("letters cannot be written to {}", folder.display()));
        }
        let deep = here.path().join("not/there/yet");
        assert!(
            matches!(Post::checked(&format!("file:{}", deep.display())).unwrap(), Post::Folder(folder) if folder == deep)
        );
        assert!(!here.path().join("not").exists());
    }

    #[test]
    fn r66_no_line_break_makes_a_header() {
        for bad in ["a@b.co\r\nBcc: x@y.z", "a@b.co\nBcc: x@y.z", "a@b.co, x@y.z", "x <a@b.co>\r\n"] {
            assert!(formatted(bad, "hello").is_err(), "{bad:?}");
        }
        let text = formatted("a@b.co", "hello\r\nBcc: x@y.z").unwrap();
        let head = text.split("\r\n\r\n").next().unwrap();
        assert!(!head.lines().any(|line| line.to_ascii_lowercase().starts_with("bcc:")), "{head}");
        assert_eq!(head.lines().filter(|line| line.starts_with("To:")).count(), 1);
        assert!(head.contains("Message-ID: <id@fieldhouse.test>"), "{head}");
        let sent = formatted_by("Field\r\nBcc: x@y.z\nhouse", "a@b.co", "hello").unwrap();
        let head = sent.split("\r\n\r\n").next().unwrap();
        assert!(!head.lines().any(|line| line.to_ascii_lowercase().starts_with("bcc:")), "{head}");
    }
}
