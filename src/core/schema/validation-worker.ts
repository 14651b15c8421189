import { parentPort } from 'node:worker_threads';
import { errorMessage } from '../errors.js';
import { isValidationJob, type ValidationAnswer } from './validation-job.js';
import { createValidatorCache } from './validator.js';

/*
 * The thread behind `ValidationThread`. It needs no deadline of its own: who gave it the job ends the whole thread.
 */

/** Longer than any job may take. */
const NO_DEADLINE = 2 ** 30;
const validators = createValidatorCache({ validateMs: NO_DEADLINE, compileMs: NO_DEADLINE });

function answerTo(job: unknown): ValidationAnswer {
  if (!isValidationJob(job)) return { unusable: 'The job is malformed.' };
  try {
    return { problem: validators.compile(job.schema)(job.value) };
  } catch (error) {
    return { unusable: errorMessage(error) };
  }
}

// What each dialect needs once is no part of a job. The comment makes it more than a plain schema, which would not need it.
for (const $schema of ['https://json-schema.org/draft/2020-12/schema', 'http://json-schema.org/draft-07/schema']) {
  validators.compile({ $schema, $comment: '', type: 'null' })(null);
}

/* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin */
parentPort?.on('message', (job: unknown) => parentPort?.postMessage(answerTo(job)));
parentPort?.postMessage('ready');
