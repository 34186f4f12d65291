/** Ways in which a request fails, for `world.fault`. */

/** A response with this status and no words. */
export const withStatus = (status: number) => ({ type: 'status', status });

/** A response with this JSON, whatever was asked for. */
export const withJson = (body: unknown) => ({ type: 'wrongJson', body: JSON.stringify(body) });
