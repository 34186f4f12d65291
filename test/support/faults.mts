/** Actions for `world.fault` that make a request fail. */

/** Returns an action that responds with this status and the sandbox's default error body. */
export const withStatus = (status: number) => ({ type: 'status', status });

/** Returns an action that responds with this JSON, whatever the request is. */
export const withJson = (body: unknown) => ({ type: 'wrongJson', body: JSON.stringify(body) });
