-- Who made the link by which a person's present key was registered: they may hold that key themselves, until another has
-- confirmed the person.
alter table person add column introduced_by text;
alter table person add constraint person_introduces_another check (introduced_by <> 'person:' || uuid);
