-- Whether credits are issued and redeemed before they are delivered: asked about each time, or never (decision 0104).
alter table market
  add column issue_ahead text not null default 'asked' check (issue_ahead in ('asked', 'refused'));
