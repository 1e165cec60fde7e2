-- Changes of projects and requirements that are sold are marked by a name of their own: what is summed up of the parts of
-- credits depends on no others, however many offers and bids are made meanwhile.

create function leave_mark_of_sold() returns trigger language plpgsql as $$
begin
  insert into change_mark (name, mark) values ('sold_' || tg_table_name, any_number());
  return null;
end
$$;

create trigger sold_comes after insert on project for each row
  when (whole_credit_status('Certified', new.status) is null) execute function leave_mark_of_sold();
create trigger sold_changes after update on project for each row
  when (whole_credit_status('Certified', old.status) is null or whole_credit_status('Certified', new.status) is null)
  execute function leave_mark_of_sold();
create trigger sold_goes after delete on project for each row
  when (whole_credit_status('Certified', old.status) is null) execute function leave_mark_of_sold();

create trigger sold_comes after insert on requirement for each row
  when (credit_statuses_of(new.status) <> '{}') execute function leave_mark_of_sold();
create trigger sold_changes after update on requirement for each row
  when (credit_statuses_of(old.status) <> '{}' or credit_statuses_of(new.status) <> '{}')
  execute function leave_mark_of_sold();
create trigger sold_goes after delete on requirement for each row
  when (credit_statuses_of(old.status) <> '{}') execute function leave_mark_of_sold();
