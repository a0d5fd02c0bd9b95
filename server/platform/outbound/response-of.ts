import type http from 'node:http';

/**
 * Sends a request outside and returns its response as soon as its head has arrived. It ends however the other side ends the connection: Node
 * raises no error if a server answers with another protocol (101), and the caller would wait forever.
 */
export function responseOf(
  request: http.ClientRequest,
  body: string | Buffer | null,
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on('response', resolve);
    request.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response);
    });
    request.on('error', reject);
    // Has no effect after a response.
    request.on('close', () => reject(new Error('the connection was closed without a response')));
    request.end(body);
  });
}
