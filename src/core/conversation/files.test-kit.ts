import { crc32, deflateSync } from 'node:zlib';

/** A PNG of one grey, as large as it is said to be; small in bytes, whatever its size. */
export function pngOf(width: number, height: number, pixels = false): Buffer {
  return pngWith(width, height, pixels ? deflateSync(Buffer.alloc((width + 1) * height)) : Buffer.alloc(0));
}

/** A PNG of 8 bits of grey with these bytes as its image data, whatever they are. */
export function pngWith(width: number, height: number, data: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8); // 8 bits of grey
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** The least of a PDF. */
export const PDF = Buffer.from('%PDF-1.7\n%%EOF\n');
