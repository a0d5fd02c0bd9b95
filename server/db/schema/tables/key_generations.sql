create table key_generations (
  number integer not null,
  fingerprint text not null,
  sealing_public_key text not null,
  begun_at timestamp with time zone not null,
  retired_at timestamp with time zone,
  ciphertext text,
  key_id text,
  hand_over text,
  given_signature text,
  taken_signature text,
  constraint key_generations_pkey PRIMARY KEY (number),
  constraint key_generations_fingerprint_key UNIQUE (fingerprint),
  constraint key_generations_check CHECK ((retired_at >= begun_at)),
  constraint key_generations_check1 CHECK (((retired_at IS NULL) = (ciphertext IS NULL))),
  constraint key_generations_check2 CHECK (((ciphertext IS NULL) = (key_id IS NULL))),
  constraint key_generations_check3 CHECK (((number = 1) = (hand_over IS NULL))),
  constraint key_generations_check4 CHECK (((hand_over IS NULL) = (given_signature IS NULL))),
  constraint key_generations_check5 CHECK (((hand_over IS NULL) = (taken_signature IS NULL))),
  constraint key_generations_fingerprint_check CHECK ((fingerprint ~ '^[0-9a-f]{32}$'::text)),
  constraint key_generations_number_check CHECK ((number >= 1))
);
comment on table key_generations is 'The secrets of this installation, one after the other: the last one is that of today (OPS-09).';
comment on column key_generations.ciphertext is 'A former secret and when it was retired, sealed under that of today.';
comment on column key_generations.hand_over is 'The statement that one sealing key follows the other, signed by both.';
CREATE UNIQUE INDEX key_generations_current_key ON public.key_generations USING btree ((true)) WHERE (retired_at IS NULL);
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select, update on key_generations to application;
