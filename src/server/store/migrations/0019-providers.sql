-- Signing in at a provider of one's organisation (OpenID Connect).

create table provider_identity (
  issuer text not null,
  subject text not null,
  user_id text not null references "user",
  -- Made by the provider's word: then its groups follow it as well.
  is_managed boolean not null,
  since timestamptz not null,
  primary key (issuer, subject)
);
create unique index on provider_identity (user_id, issuer);

-- On the way to a provider and back; known by what the provider sends back, and good for one return.
create table provider_sign_in (
  state text primary key,
  provider text not null,
  nonce text not null,
  verifier text not null,
  -- Of the cookie of the browser that went there.
  browser_hash sha256 not null,
  -- Of the session that wants to be linked, if that is what it is for.
  link_session text references session on delete cascade,
  target text not null,
  expires_at timestamptz not null
);
create index on provider_sign_in (link_session);
create index on provider_sign_in (expires_at);
