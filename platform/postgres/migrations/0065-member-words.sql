-- Members are found by the words of their names, as students are (0011): each word is a row, found between two bounds.
create table member_word (
  tenant_id bigint not null,
  member_id bigint not null,
  word text collate "C" not null,
  primary key (tenant_id, member_id, word),
  foreign key (tenant_id, member_id) references member (tenant_id, id) on delete cascade
);
create index member_word_list on member_word (tenant_id, word, member_id);

create function index_member_words() returns trigger language plpgsql as $$
  begin
    delete from member_word w where w.tenant_id = new.tenant_id and w.member_id = new.id;
    insert into member_word (tenant_id, member_id, word)
    select new.tenant_id, new.id, word from search_words(new.name) as word;
    return null;
  end $$;
create trigger index_member_words after insert or update of name on member
  for each row execute function index_member_words();
