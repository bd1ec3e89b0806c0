/** Name and status of the failure that a call of the AWS client ends in. */
export async function s3Failure(call: Promise<unknown>): Promise<[string, number | undefined]> {
  const error = (await call.then(
    () => ({ name: 'none' }),
    (reason: unknown) => reason,
  )) as { name: string; $metadata?: { httpStatusCode?: number } };
  return [error.name, error.$metadata?.httpStatusCode];
}
