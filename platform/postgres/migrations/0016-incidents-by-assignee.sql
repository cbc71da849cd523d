-- What is on a person's list is looked for among all incidents of the institution.
call template.index_by('incident', 'assignee collate "C"');
