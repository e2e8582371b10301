//! What customers are found by at the desk: name, e-mail and business units, in an index of three letters, in both databases
//! their own. The database keeps it itself, as who joins a unit, whose name changes and which file brought it is told in many
//! places. A row has the number of its customer, so that the newest are found first without being sorted.

use sea_orm_migration::{prelude::*, sea_orm::DatabaseBackend};

/// Makes it.
pub async fn create(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let statements = match manager.get_database_backend() {
        DatabaseBackend::Postgres => POSTGRES,
        _ => SQLITE,
    };
    for statement in statements {
        manager.get_connection().execute_unprepared(statement).await?;
    }
    Ok(())
}

// An entry is taken out and written anew: what a statement says about conflicts would count inside its triggers, too.
const SQLITE: &[&str] = &[
    "CREATE TABLE searched_customer (seq INTEGER PRIMARY KEY, customer_id TEXT NOT NULL UNIQUE)",
    "CREATE VIRTUAL TABLE customer_search USING fts5(words, tokenize = 'trigram', content = '', contentless_delete = 1)",
    "CREATE VIEW customer_words AS
        SELECT searched_customer.seq AS seq, customer.id AS customer_id,
            customer.first_name || ' ' || customer.last_name || char(10) || customer.email || coalesce((
                SELECT group_concat(char(10) || business_unit.name || char(10) || business_unit.key, '')
                FROM business_unit_member JOIN business_unit ON business_unit.id = business_unit_member.unit_id
                WHERE business_unit_member.customer_id = customer.id), '') AS words
        FROM customer JOIN searched_customer ON searched_customer.customer_id = customer.id",
    "CREATE TRIGGER customer_made AFTER INSERT ON customer BEGIN
        INSERT INTO searched_customer (customer_id) VALUES (NEW.id);
        INSERT INTO customer_search (rowid, words) SELECT seq, words FROM customer_words WHERE customer_id = NEW.id;
    END",
    "CREATE TRIGGER customer_renamed AFTER UPDATE OF first_name, last_name, email ON customer
        WHEN OLD.first_name <> NEW.first_name OR OLD.last_name <> NEW.last_name OR OLD.email <> NEW.email BEGIN
        DELETE FROM customer_search WHERE rowid = (SELECT seq FROM searched_customer WHERE customer_id = NEW.id);
        INSERT INTO customer_search (rowid, words) SELECT seq, words FROM customer_words WHERE customer_id = NEW.id;
    END",
    "CREATE TRIGGER customer_gone BEFORE DELETE ON customer BEGIN
        DELETE FROM customer_search WHERE rowid = (SELECT seq FROM searched_customer WHERE customer_id = OLD.id);
        DELETE FROM searched_customer WHERE customer_id = OLD.id;
    END",
    "CREATE TRIGGER member_joined AFTER INSERT ON business_unit_member BEGIN
        DELETE FROM customer_search WHERE rowid = (SELECT seq FROM searched_customer WHERE customer_id = NEW.customer_id);
        INSERT INTO customer_search (rowid, words)
            SELECT seq, words FROM customer_words WHERE customer_id = NEW.customer_id;
    END",
    "CREATE TRIGGER member_left AFTER DELETE ON business_unit_member BEGIN
        DELETE FROM customer_search WHERE rowid = (SELECT seq FROM searched_customer WHERE customer_id = OLD.customer_id);
        INSERT INTO customer_search (rowid, words)
            SELECT seq, words FROM customer_words WHERE customer_id = OLD.customer_id;
    END",
    "CREATE TRIGGER unit_renamed AFTER UPDATE OF name, key ON business_unit
        WHEN OLD.name <> NEW.name OR OLD.key <> NEW.key BEGIN
        DELETE FROM customer_search WHERE rowid IN (
            SELECT searched_customer.seq FROM business_unit_member
            JOIN searched_customer ON searched_customer.customer_id = business_unit_member.customer_id
            WHERE business_unit_member.unit_id = NEW.id);
        INSERT INTO customer_search (rowid, words) SELECT seq, words FROM customer_words
            WHERE customer_id IN (SELECT customer_id FROM business_unit_member WHERE unit_id = NEW.id);
    END",
];

// Of two who change what one customer is found by, the later one waits, and sees what the earlier one wrote.
const POSTGRES: &[&str] = &[
    "CREATE EXTENSION IF NOT EXISTS pg_trgm",
    "CREATE TABLE searched_customer (seq BIGSERIAL PRIMARY KEY, customer_id TEXT NOT NULL UNIQUE)",
    "CREATE TABLE customer_search (seq BIGINT PRIMARY KEY, words TEXT NOT NULL)",
    "CREATE INDEX customer_search_words ON customer_search USING gin (words gin_trgm_ops)",
    "CREATE FUNCTION index_customer(wanted TEXT) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
        PERFORM 1 FROM searched_customer WHERE customer_id = wanted FOR UPDATE;
        INSERT INTO customer_search (seq, words)
            SELECT searched_customer.seq,
                customer.first_name || ' ' || customer.last_name || chr(10) || customer.email || coalesce((
                    SELECT string_agg(chr(10) || business_unit.name || chr(10) || business_unit.key, '')
                    FROM business_unit_member JOIN business_unit ON business_unit.id = business_unit_member.unit_id
                    WHERE business_unit_member.customer_id = customer.id), '')
            FROM customer JOIN searched_customer ON searched_customer.customer_id = customer.id
            WHERE customer.id = wanted
            ON CONFLICT (seq) DO UPDATE SET words = excluded.words;
    END $$",
    "CREATE FUNCTION customer_made() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO searched_customer (customer_id) VALUES (NEW.id);
        PERFORM index_customer(NEW.id);
        RETURN NULL;
    END $$",
    "CREATE FUNCTION customer_renamed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        PERFORM index_customer(NEW.id);
        RETURN NULL;
    END $$",
    "CREATE FUNCTION customer_gone() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        DELETE FROM customer_search WHERE seq = (SELECT seq FROM searched_customer WHERE customer_id = OLD.id);
        DELETE FROM searched_customer WHERE customer_id = OLD.id;
        RETURN NULL;
    END $$",
    "CREATE FUNCTION member_joined() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        PERFORM index_customer(NEW.customer_id);
        RETURN NULL;
    END $$",
    "CREATE FUNCTION member_left() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        PERFORM index_customer(OLD.customer_id);
        RETURN NULL;
    END $$",
    "CREATE FUNCTION unit_renamed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        PERFORM index_customer(customer_id) FROM business_unit_member WHERE unit_id = NEW.id ORDER BY customer_id;
        RETURN NULL;
    END $$",
    "CREATE TRIGGER customer_made AFTER INSERT ON customer FOR EACH ROW EXECUTE FUNCTION customer_made()",
    "CREATE TRIGGER customer_renamed AFTER UPDATE OF first_name, last_name, email ON customer FOR EACH ROW
        WHEN (OLD.first_name <> NEW.first_name OR OLD.last_name <> NEW.last_name OR OLD.email <> NEW.email)
        EXECUTE FUNCTION customer_renamed()",
    "CREATE TRIGGER customer_gone AFTER DELETE ON customer FOR EACH ROW EXECUTE FUNCTION customer_gone()",
    "CREATE TRIGGER member_joined AFTER INSERT ON business_unit_member FOR EACH ROW EXECUTE FUNCTION member_joined()",
    "CREATE TRIGGER member_left AFTER DELETE ON business_unit_member FOR EACH ROW EXECUTE FUNCTION member_left()",
    "CREATE TRIGGER unit_renamed AFTER UPDATE OF name, key ON business_unit FOR EACH ROW
        WHEN (OLD.name <> NEW.name OR OLD.key <> NEW.key) EXECUTE FUNCTION unit_renamed()",
];
