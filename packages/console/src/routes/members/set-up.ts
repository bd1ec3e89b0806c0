import { type Route, route } from '@plinth/kernel';
import { Type } from 'typebox';
import { databaseFailure } from '../../errors/database-failure.ts';
import type { ConsoleService } from '../../service.ts';

const body = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200 }),
    email: Type.String({ minLength: 3, maxLength: 320, pattern: '^[^@\\s]+@[^@\\s]+$' }),
    // The account service decides what is strong enough; bcrypt reads 72 bytes.
    password: Type.String({ minLength: 1, maxLength: 1_000 }),
    token: Type.Optional(Type.String({ maxLength: 200 })),
  },
  { additionalProperties: false },
);

export const setUp: Route<ConsoleService> = route<ConsoleService>()({
  id: 'console.set-up',
  method: 'POST',
  path: '/setup',
  summary: 'Creates the owner account, once.',
  access: 'open',
  limit: 'console.setup',
  input: { body },
  errors: ['already_set_up', 'setup_token_invalid'],
  handler: async ({ setup }, request) => {
    try {
      return { status: 201, body: await setup.run(request.body, request) };
    } catch (error) {
      throw databaseFailure(error);
    }
  },
});
