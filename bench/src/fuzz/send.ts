import { Agent, request } from 'node:http';

export interface FuzzRequest {
  method: string;
  /** Raw path with query. */
  target: string;
  headers: Record<string, string | string[]>;
  body: Buffer | undefined;
}

export interface FuzzAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** No call may take this long. */
const requestTimeoutMs = 15_000;

/** One keep-alive connection; event streams are closed after the headers. Throws without a response. */
export function createSender(url: string) {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = ({ method, target, headers, body }: FuzzRequest) =>
    new Promise<FuzzAnswer>((resolve, reject) => {
      const signal = AbortSignal.timeout(requestTimeoutMs);
      const call = request({ hostname, port, agent, method, path: target, headers, signal }, async (response) => {
        const answer = { status: response.statusCode ?? 0, headers: response.headers };
        if (response.headers['content-type']?.startsWith('text/event-stream')) {
          response.destroy();
          return resolve({ ...answer, text: '' });
        }
        try {
          let text = '';
          for await (const chunk of response.setEncoding('utf8')) text += chunk;
          resolve({ ...answer, text });
        } catch (error) {
          reject(error);
        }
      });
      call.on('error', reject);
      call.end(body);
    });
  return { send, close: () => agent.destroy() };
}
