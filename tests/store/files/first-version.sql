-- A database as the first version of the store left it (migration 0001); never to be changed.
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE entries (
	match_id VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	content TEXT NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	link_id INTEGER, 
	holder VARCHAR(64), 
	PRIMARY KEY (match_id, number), 
	FOREIGN KEY(match_id) REFERENCES matches (id), 
	FOREIGN KEY(link_id) REFERENCES links (id)
);
INSERT INTO "entries" VALUES('0123456789abcdef0123456789abcdef',0,'{"entry": "start", "lineups": {"red": ["r1", "r2", "r3", "r4"], "blue": ["b1", "b2", "b3", "b4"]}, "at": "2026-05-02T15:00:00.000Z", "by": "keeper (Ana)"}','ffed925cb611853c431e28f3900296ba90980c166e12736da9bb837a109956ad',1,'Ana');
INSERT INTO "entries" VALUES('0123456789abcdef0123456789abcdef',1,'{"entry": "goal", "team": "red", "clock": 60, "at": "2026-05-02T15:01:00.000Z", "by": "keeper (Ana)"}','e0b47cedbf7afe2b0b8c468fc25bae02c53ec426be548ffdba5ca3218d35d7b2',1,'Ana');
INSERT INTO "entries" VALUES('0123456789abcdef0123456789abcdef',2,'{"entry": "stop", "at": "2026-05-02T15:02:00.000Z", "by": "keeper (Ana)"}','4e556118e0654c61bdc362c36ef9085309f93a55406319c3a77258e18d775821',1,'Ana');
INSERT INTO "entries" VALUES('0123456789abcdef0123456789abcdef',3,'{"entry": "unable", "team": "red", "player": "r4", "reason": "injury", "at": "2026-05-02T15:03:00.000Z", "by": "keeper (Ana)"}','758c8e6b8d2a94674ecb9f68b998da1c2e15c717efff15a84f95d3b2e47f9c60',1,'Ana');
INSERT INTO "entries" VALUES('0123456789abcdef0123456789abcdef',4,'{"entry": "substitute", "team": "red", "out": ["r4"], "in": ["r5"], "at": "2026-05-02T15:04:00.000Z", "by": "keeper (Ana)"}','79e3aaa173d49609f90207b7d8c454e17043fd36965e6b556a0184b70fd58a3d',1,'Ana');
INSERT INTO "entries" VALUES('0123456789abcdef0123456789abcdef',5,'{"entry": "strike", "number": 1, "reason": "the flag was down", "at": "2026-05-02T15:05:00.000Z", "by": "keeper (Ana)"}','2a76689cf58c5341971f273d7af8ffe21bd2a86dd6bbfe3027c5bcdebeebdf78',1,'Ana');
CREATE TABLE keys (
	hash VARCHAR(64) NOT NULL, 
	link_id INTEGER NOT NULL, 
	created_at VARCHAR(32) NOT NULL, 
	revoked_at VARCHAR(32), 
	PRIMARY KEY (hash), 
	FOREIGN KEY(link_id) REFERENCES links (id)
);
INSERT INTO "keys" VALUES('592faa76b93cedef2d854af37d86f5e4c686304ae41e473a455a898f969d3ebf',1,'2026-05-02T15:00:00.000Z',NULL);
INSERT INTO "keys" VALUES('15e14fc901deeed1155106cde4cdfe4e6208301e6add92f13ba6f66f756e19af',2,'2026-05-02T15:00:00.000Z',NULL);
INSERT INTO "keys" VALUES('523b282f805a7c3af4c63daba23f779fa621916b3745cac454aae19ff37366fe',3,'2026-05-02T15:00:00.000Z',NULL);
INSERT INTO "keys" VALUES('6dd9f4c5c60fa8cfdc31fe34c3ea0465de95f82a1703dceeb272ae10d22e7016',4,'2026-05-02T15:00:00.000Z',NULL);
CREATE TABLE links (
	id INTEGER NOT NULL, 
	match_id VARCHAR(32), 
	role VARCHAR(16) NOT NULL, 
	team VARCHAR(64), 
	label VARCHAR(200), 
	shown VARCHAR(64), 
	created_at VARCHAR(32) NOT NULL, 
	revoked_at VARCHAR(32), 
	PRIMARY KEY (id), 
	FOREIGN KEY(match_id) REFERENCES matches (id)
);
INSERT INTO "links" VALUES(1,'0123456789abcdef0123456789abcdef','keeper',NULL,NULL,NULL,'2026-05-02T15:00:00.000Z',NULL);
INSERT INTO "links" VALUES(2,'0123456789abcdef0123456789abcdef','captain','red',NULL,NULL,'2026-05-02T15:00:00.000Z',NULL);
INSERT INTO "links" VALUES(3,'0123456789abcdef0123456789abcdef','captain','blue',NULL,NULL,'2026-05-02T15:00:00.000Z',NULL);
INSERT INTO "links" VALUES(4,'0123456789abcdef0123456789abcdef','reader',NULL,NULL,'first-version-public','2026-05-02T15:00:00.000Z',NULL);
CREATE TABLE matches (
	id VARCHAR(32) NOT NULL, 
	created_at VARCHAR(32) NOT NULL, 
	head TEXT NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "matches" VALUES('0123456789abcdef0123456789abcdef','2026-05-02T15:00:00.000Z','{"rules": "uspa-outdoor-2026", "event": {"name": "Copa Ñandú", "upper_limit": 8}, "teams": {"red": {"players": [{"id": "r1", "handicap": 2}, {"id": "r2", "handicap": 2}, {"id": "r3", "handicap": 2}, {"id": "r4", "handicap": 2}, {"id": "r5", "handicap": 2}, {"id": "r6", "handicap": 2}]}, "blue": {"players": [{"id": "b1", "handicap": 2}, {"id": "b2", "handicap": 2}, {"id": "b3", "handicap": 2}, {"id": "b4", "handicap": 2}, {"id": "b5", "handicap": 2}, {"id": "b6", "handicap": 2}]}}, "chain": {"program": "0.1.0", "edition": "2026", "at": "2026-05-02T15:00:00.000Z", "hash": "a4d30cb7afe73539b2498dd3edf83c2e61037f200cb1839f64ecdf290f285e4e"}}','a4d30cb7afe73539b2498dd3edf83c2e61037f200cb1839f64ecdf290f285e4e');
CREATE TABLE positions (
	match_id VARCHAR(32) NOT NULL, 
	length INTEGER NOT NULL, 
	revision INTEGER NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	changed_at VARCHAR(32) NOT NULL, 
	PRIMARY KEY (match_id), 
	FOREIGN KEY(match_id) REFERENCES matches (id)
);
INSERT INTO "positions" VALUES('0123456789abcdef0123456789abcdef',6,0,'2a76689cf58c5341971f273d7af8ffe21bd2a86dd6bbfe3027c5bcdebeebdf78','2026-05-02T15:00:00.000Z');
CREATE INDEX links_of_match ON links (match_id);
CREATE INDEX keys_of_link ON keys (link_id);
CREATE TRIGGER entries_refuse_update BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'entries of the journal are only ever added'); END;
CREATE TRIGGER entries_refuse_delete BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'entries of the journal are only ever added'); END;
CREATE TRIGGER matches_refuse_update BEFORE UPDATE ON matches BEGIN SELECT RAISE(ABORT, 'the first record of a match stays as it is'); END;
CREATE TRIGGER matches_refuse_delete BEFORE DELETE ON matches BEGIN SELECT RAISE(ABORT, 'the first record of a match stays as it is'); END;
CREATE TRIGGER entries_follow BEFORE INSERT ON entries WHEN NEW.number IS NOT (SELECT coalesce(max(number) + 1, 0) FROM entries WHERE match_id = NEW.match_id) BEGIN SELECT RAISE(ABORT, 'entries of the journal are only ever added'); END;
CREATE TRIGGER matches_are_new BEFORE INSERT ON matches WHEN EXISTS (SELECT 1 FROM matches WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'the first record of a match stays as it is'); END;
COMMIT;
