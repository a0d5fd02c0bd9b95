create table passkey_challenges (
  challenge_hash text not null,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (challenge_hash),
  constraint passkey_challenges_challenge_hash_check CHECK ((challenge_hash ~ '^[0-9a-f]{64}$'::text))
);
comment on table passkey_challenges is 'Challenges that were answered: none counts twice.';
CREATE INDEX passkey_challenges_expiry_index ON public.passkey_challenges USING btree (expires_at);
grant delete, insert, select, update on passkey_challenges to application;
