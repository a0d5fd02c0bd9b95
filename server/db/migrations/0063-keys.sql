-- OPS-09: the installation, its keys and how one follows the other; the next start fills them in.

-- OPS-09: which installation this is, which secret it uses, and which it used before.
create table installation (
  id uuid primary key,
  singleton boolean not null default true unique check (singleton),
  key_fingerprint text not null check (key_fingerprint ~ '^[0-9a-f]{32}$'),
  made_at timestamptz not null default app_now()
);
comment on table installation is 'The one installation that this database belongs to; DATA_DIR/installation.json has the same id (OPS-09).';
comment on column installation.key_fingerprint is 'Derived from the secret of today: a server with another one refuses to start.';

create table key_generations (
  number integer primary key check (number >= 1),
  fingerprint text not null unique check (fingerprint ~ '^[0-9a-f]{32}$'),
  sealing_public_key text not null,
  begun_at timestamptz not null,
  retired_at timestamptz check (retired_at >= begun_at),
  ciphertext text,
  key_id text,
  hand_over text,
  given_signature text,
  taken_signature text,
  check ((retired_at is null) = (ciphertext is null)),
  check ((ciphertext is null) = (key_id is null)),
  check ((number = 1) = (hand_over is null)),
  check ((hand_over is null) = (given_signature is null)),
  check ((hand_over is null) = (taken_signature is null))
);
comment on table key_generations is 'The secrets of this installation, one after the other: the last one is that of today (OPS-09).';
comment on column key_generations.ciphertext is 'A former secret and when it was retired, sealed under that of today.';
comment on column key_generations.hand_over is 'The statement that one sealing key follows the other, signed by both.';
create unique index key_generations_current_key on key_generations ((true)) where retired_at is null;

-- Every command and every seal asks for the fingerprint first. A rotation takes the same lock alone: it waits for those
-- that began under the former key, and those that come after it read the new fingerprint.
create or replace function installation_key() returns text language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('installation.key'));
  return (select key_fingerprint from public.installation);
end $$;
comment on function installation_key() is 'The fingerprint of the secret of today, which stays so until this transaction ends (OPS-09).';

--! attach audit
