import { once } from 'node:events';
import { connect } from 'node:net';
import { pathToFileURL } from 'node:url';

// The referee starts all its clients at once. Each waits here, before it loads anything, until it has a turn; the turn
// ends with the process, however it ends.
const { GATEHOUSE_TURN, GATEHOUSE_TURN_CLIENT = '' } = process.env;
const turn = connect(Number(GATEHOUSE_TURN), '127.0.0.1');
await once(turn, 'data');
turn.unref();
await import(pathToFileURL(GATEHOUSE_TURN_CLIENT).href);
