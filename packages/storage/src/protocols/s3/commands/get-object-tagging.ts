import { operations } from '../../../access/operations.ts';
import { type S3Command, xmlReply } from '../command.ts';
import { findExisting } from '../find-existing.ts';

/** Objects have no tags. */
export const getObjectTagging: S3Command = {
  operation: operations.s3GetTagging,
  method: 'GET',
  target: 'object',
  parameters: ['tagging'],
  async run(call) {
    await findExisting(call);
    return xmlReply('Tagging', { TagSet: '' });
  },
};
