-- Kinds of emails that no longer go to an organisation's own address, where no one signs in who could choose (decision 0143).
create table stopped_email (
  organisation_id text not null references organisation on delete cascade,
  kind text not null,
  primary key (organisation_id, kind)
);
